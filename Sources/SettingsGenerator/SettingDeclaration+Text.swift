import NavigationControl
import NavigationEvents

extension SettingDeclaration {
    /// The part of the key after the last dot.
    var name: String { key.split(separator: ".").last.map(String.init) ?? key }

    /// The default in the notation of TOML, which is that of Swift too.
    var defaultLiteral: String {
        switch defaultValue {
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .text(let text): text.quoted
        case .list(let texts): "\(texts.quoted)"
        }
    }

    /// The bounds as a phrase; `nil` if there are none.
    var range: String? {
        switch (minimum, maximum) {
        case (nil, nil): nil
        case (let least?, nil): "\(Self.spelled(least)) or more"
        case (nil, let most?): "\(Self.spelled(most)) or less"
        case (let least?, let most?): "\(Self.spelled(least)) to \(Self.spelled(most))"
        }
    }

    /// The description with the bounds and the choices.
    ///
    /// - Parameter quote: The sign around each choice.
    func completeHelp(quote: String) -> String {
        var text = help
        if let range { text += " Range: \(range)." }
        if !choices.isEmpty {
            let all = choices.map { "\(quote)\($0)\(quote)" } + (kind == .path ? ["a path"] : [])
            text += " One of: \(all.joined(separator: ", "))."
        }
        return text
    }

    /// The number, without a fraction if it is an integer.
    static func spelled(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension String {
    /// The text in quotes, in the notation that TOML and Swift share.
    var quoted: String {
        let escaped = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}

extension [String] {
    /// The list in the notation that TOML and Swift share.
    var quoted: String { "[\(map(\.quoted).joined(separator: ", "))]" }
}
