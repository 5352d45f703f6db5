/// The pattern of a sentence in one language: literal text and fields.
///
/// The text is split at each `|`. A piece that begins with the name of a field stands for that field, and the text
/// after the name is literal text that belongs to it. Every other piece is literal text, and the piece before the first
/// `|` always is. So `in |DISTANCE |MANOEUVRE1` has a literal and two fields, and `|DISTANCE先、|MANOEUVRE1` has two
/// fields. A word in braces directly after the name is the grammatical case of the field: `|DISTANCE{accusative}
/// |folgen`.
public struct Grammar: Sendable, Hashable {
    /// The fields of a sentence.
    public enum Field: String, Sendable, CaseIterable {
        /// The distance: number and unit.
        case distance = "DISTANCE"
        /// The landmark: "at the second traffic light", "after the church".
        case landmark = "LANDMARK"
        /// The tunnel: "in the tunnel", "after the tunnel".
        case tunnel = "TUNNEL"
        /// The instruction of the maneuver.
        case maneuver1 = "MANOEUVRE1"
        /// The ferry: "onto the ferry", "off the ferry".
        case maneuverAddition = "MANOEUVREADDON"
        /// The street: "onto" and its name.
        case streetName = "STREETNAME"
        /// The signpost: "towards" and its destinations.
        case signpost = "SIGNPOST"
        /// The time: "now", "immediately".
        case immediately = "IMMEDIATELY"
        /// The instruction of the second maneuver.
        case maneuver2 = "MANOEUVRE2"
    }

    /// A part of the sentence: a field with the literal text that follows it, or literal text alone.
    public struct Piece: Sendable, Hashable {
        /// The field; `nil` for literal text alone.
        public var field: Field?
        /// The text after the field.
        public var literal: String
        /// The grammatical case of the field, named as in the string table; empty for the usual case.
        public var grammaticalCase = ""
    }

    /// The pieces in the order of the language.
    public let pieces: [Piece]

    /// Parses a grammar. Every text is valid, since an unknown field is literal text.
    public init(_ text: String) {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let leading = parts.first.map { Piece(field: nil, literal: String($0)) }
        pieces = ([leading].compactMap(\.self) + parts.dropFirst().map(Grammar.piece)).filter {
            $0.field != nil || !$0.literal.isEmpty
        }
    }

    /// Creates a grammar of fields alone, without words.
    ///
    /// - Parameters:
    ///   - fields: The fields of the first maneuver.
    ///   - next: The fields of the second maneuver, which follow after a comma.
    init(fields: [Field], next: [Field] = []) {
        let first = fields.map { Piece(field: $0, literal: " ") }
        let second = next.map { Piece(field: $0, literal: " ") }
        pieces = second.isEmpty ? first : first + [Piece(field: nil, literal: ", ")] + second
    }

    /// Whether the grammar has any field.
    var hasFields: Bool { pieces.contains { $0.field != nil } }

    /// Whether the grammar has `field`.
    public func contains(_ field: Field) -> Bool { pieces.contains { $0.field == field } }

    private static func piece(_ text: Substring) -> Piece {
        let field = Field.allCases.filter { text.hasPrefix($0.rawValue) }.max { $0.rawValue.count < $1.rawValue.count }
        guard let field else { return Piece(field: nil, literal: String(text)) }
        let rest = text.dropFirst(field.rawValue.count)
        guard let word = bracedWord(rest) else { return Piece(field: field, literal: String(rest)) }
        return Piece(field: field, literal: String(rest.dropFirst(word.count + 2)), grammaticalCase: String(word))
    }

    /// Returns the word in braces at the beginning of `text`; `nil` if there is none.
    static func bracedWord(_ text: Substring) -> Substring? {
        guard text.first == "{" else { return nil }
        let word = text.dropFirst().prefix { $0.isLetter }
        return !word.isEmpty && text[word.endIndex...].first == "}" ? word : nil
    }
}
