/// Where a package that uses the kit takes navbus from.
enum NavbusPackage: Hashable {
    /// A checkout; absolute.
    case path(String)
    case url(String)

    /// Whether a text is an address and no path.
    static func isURL(_ location: String) -> Bool { location.contains("://") || location.hasPrefix("git@") }

    /// Whether an address has a host and something behind it, and no blanks.
    static func namesRepository(_ url: String) -> Bool {
        guard url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return false }
        // `https://host/path`, `git@host:path`, and `file:///path`, which has no host.
        let parts = url.split { "/:@".contains($0) }.count
        return parts >= (url.hasPrefix("file:") ? 2 : 3)
    }

    /// The dependency, as it stands in a Package.swift.
    var dependency: String {
        switch self {
        case .path(let path): ".package(name: \"navbus\", path: \(SourceText.literal(path)))"
        case .url(let url): ".package(url: \(SourceText.literal(url)), branch: \"main\")"
        }
    }

    /// What its products are named after: of an address the last part, without `.git`.
    var identity: String {
        guard case .url(let url) = self else { return "navbus" }
        let last = url.split { "/:".contains($0) }.last.map(String.init) ?? "navbus"
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}

/// Texts as the languages of files have them.
enum SourceText {
    /// A text in double quotes, as Swift and TOML have it.
    static func literal(_ text: String) -> String {
        var inside = ""
        for letter in text.unicodeScalars {
            switch letter {
            case "\\", "\"": inside += "\\\(letter)"
            case "\n": inside += "\\n"
            case "\t": inside += "\\t"
            default: inside.unicodeScalars.append(letter)
            }
        }
        return "\"\(inside)\""
    }

    /// A word of a shell's command line.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { letter in
            letter.properties.isAlphabetic || ("0"..."9").contains(letter)
                || "/._-+,:@%".unicodeScalars.contains(letter)
        }
        return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
