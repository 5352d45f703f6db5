import Glibc
import Supervisor

/// The location of the package navbus, for a package that uses the kit.
enum NavbusPackage: Hashable {
    /// The absolute path of a checkout.
    case path(String)
    case url(String)

    /// Whether a text is a URL rather than a path.
    static func isURL(_ location: String) -> Bool { location.contains("://") || location.hasPrefix("git@") }

    /// Whether a URL has a host and a path, and no blanks.
    static func namesRepository(_ url: String) -> Bool {
        guard url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return false }
        // `https://host/path`, `git@host:path`, and `file:///path`, which has no host.
        let parts = url.split { "/:@".contains($0) }.count
        return parts >= (url.hasPrefix("file:") ? 2 : 3)
    }

    /// Whether a folder is a checkout of navbus.
    static func isCheckout(_ folder: String) -> Bool {
        access("\(folder)/Package.swift", R_OK) == 0 && InstalledFiles.isFolder("\(folder)/Sources/NavigationControl")
    }

    /// The dependency, as written in a Package.swift.
    var dependency: String {
        switch self {
        case .path(let path): ".package(name: \"navbus\", path: \(SourceText.literal(path)))"
        case .url(let url): ".package(url: \(SourceText.literal(url)), branch: \"main\")"
        }
    }

    /// The name of the package in dependencies on its products: of a URL the last part, without `.git`.
    var identity: String {
        guard case .url(let url) = self else { return "navbus" }
        let last = url.split { "/:".contains($0) }.last.map(String.init) ?? "navbus"
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}

/// Writes texts as literals of several languages.
enum SourceText {
    /// A string literal of Swift and TOML.
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

    /// A word of a shell command, quoted if necessary.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { letter in
            letter.properties.isAlphabetic || ("0"..."9").contains(letter)
                || "/._-+,:@%".unicodeScalars.contains(letter)
        }
        return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
