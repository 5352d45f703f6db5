import Foundation

/// Reads a text from its beginning.
struct PhraseScanner {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips words if the rest begins with them.
    mutating func take(_ words: String) -> Bool {
        guard rest.hasPrefix(words) else { return false }
        rest = rest.dropFirst(words.count)
        return true
    }

    /// Skips the first of some words with which the rest begins.
    mutating func take(anyOf choice: [String]) -> Bool { choice.contains { take($0) } }

    /// Returns the text before the first of some words, or the whole rest.
    mutating func take(before words: [String]) -> String {
        let end = words.compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(rest[..<end])
    }

    /// Returns the rest.
    mutating func takeAll() -> String { take(before: []) }

    /// Returns the name of a road.
    mutating func takeRoad() -> String { take(before: [". Continue on ", " toward ", " towards "]) }

    /// Skips a side and returns it.
    mutating func side(after words: String = "") -> Instruction.Side? {
        if take(words + "left") { return .left }
        return take(words + "right") ? .right : nil
    }

    /// Skips a number and returns it.
    mutating func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]

    /// Skips "2nd" or "second" and returns the number.
    mutating func ordinal() -> Int? {
        if let index = Self.ordinals.firstIndex(where: { take($0) || take($0.capitalized) }) { return index + 1 }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let ending = rest.dropFirst(digits.count).prefix(2)
        guard let number = Int(digits), ["st", "nd", "rd", "th"].contains(ending) else { return nil }
        rest = rest.dropFirst(digits.count + 2)
        return number
    }

    /// Skips "NAME noun", or the noun alone, and returns the name; `nil` if the noun does not follow.
    mutating func take(beforeNoun noun: String) -> String? {
        if rest == noun || rest.hasPrefix(noun + " ") {
            rest = rest.dropFirst(noun.count)
            return ""
        }
        let endings = [" on the left", " on the right", " onto ", " toward "].map { " \(noun)\($0)" }
        var ends = endings.compactMap { rest.firstRange(of: $0)?.lowerBound }
        if rest.hasSuffix(" " + noun) { ends.append(rest.index(rest.endIndex, offsetBy: -noun.count - 1)) }
        guard let end = ends.min() else { return nil }
        let name = String(rest[..<end])
        rest = rest[end...].dropFirst(noun.count + 1)
        return name
    }
}
