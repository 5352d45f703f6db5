/// Swift names made from ids, keys and choices.
enum SwiftName {
    /// `NextStreet` of `next-street`.
    static func type(_ text: String) -> String {
        text.split { "-_".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// `nextStreet` of `next-street`; in backticks if it is a word of the language.
    static func value(_ text: String) -> String {
        let name = type(text)
        let rest = name.dropFirst()
        // A text that begins with a capital may be an abbreviation, and stays.
        let first = text.first?.isUppercase == true ? name.prefix(1) : name.prefix(1).lowercased()[...]
        return keywords.contains("\(first)\(rest)") ? "`\(first)\(rest)`" : "\(first)\(rest)"
    }

    /// The name of the case of a choice: a number has the key before it, as in `colors16`.
    static func choice(_ choice: String, of key: String) -> String {
        choice.first?.isLetter == true ? value(choice) : "\(value(key))\(type(choice))"
    }

    /// Whether a choice can be the name of a case: ASCII letters, digits, `-` and `_`, and a letter or digit among them.
    static func isWord(_ choice: String) -> Bool {
        choice.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".contains(Character($0)))
        }
            && !type(choice).isEmpty
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init",
        "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
