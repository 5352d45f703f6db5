/// Prepares names of streets and places for a voice.
public protocol NameNormalizer: Sendable {
    /// How `name` is to be said; unchanged where nothing is misread.
    func spoken(_ name: String) -> String
}

/// Leaves names as they are and puts a space into road numbers, which voices otherwise read as a word: "A7" → "A 7".
public struct RoadNumberNormalizer: NameNormalizer {
    /// Makes the normaliser.
    public init() {}

    /// `name` with a space between the letters and the digits of a road number; other names unchanged.
    public func spoken(_ name: String) -> String {
        let letters = name.prefix { $0.isLetter && $0.isUppercase }
        let rest = name[letters.endIndex...]
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let suffix = rest[digits.endIndex...]
        guard (1...3).contains(letters.count), !digits.isEmpty, suffix.count <= 1, suffix.allSatisfy(\.isLetter) else {
            return name
        }
        return "\(letters) \(rest)"
    }
}
