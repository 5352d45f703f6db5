/// A sentence of one language with places for what is said in it.
///
/// The text is cut at each `|`. A piece that begins with the name of a field stands for that field, and what follows
/// the name is literal text that belongs to it; every other piece is literal text, the one before the first `|` always.
/// So `in |DISTANCE |MANOEUVRE1` holds a literal and two fields, and `|DISTANCE先、|MANOEUVRE1` two fields. A word in braces
/// right behind the name is the grammatical case of the field: `|DISTANCE{accusative} |folgen`.
public struct Grammar: Sendable, Hashable {
    /// What a grammar has places for.
    public enum Field: String, Sendable, CaseIterable {
        /// Number and unit: how far it is.
        case distance = "DISTANCE"
        /// "In the tunnel", "after the tunnel".
        case tunnel = "TUNNEL"
        /// What to do.
        case maneuver1 = "MANOEUVRE1"
        /// "Onto the ferry", "off the ferry".
        case maneuverAddition = "MANOEUVREADDON"
        /// "Onto" and the name of the street.
        case streetName = "STREETNAME"
        /// "Towards" and what the signs say.
        case signpost = "SIGNPOST"
        /// "Now", "immediately".
        case immediately = "IMMEDIATELY"
        /// What to do after it.
        case maneuver2 = "MANOEUVRE2"
    }

    /// A part of the sentence: a field with the literal text that follows it, or literal text alone.
    public struct Piece: Sendable, Hashable {
        /// The field; `nil` for literal text alone.
        public var field: Field?
        /// The text after the field.
        public var literal: String
        /// The grammatical case in which the field is said, in the language's own name for it; empty for the usual one.
        public var grammaticalCase = ""
    }

    /// The parts in the order of the language.
    public let pieces: [Piece]

    /// Reads a grammar; every text is one, since an unknown field is literal text.
    public init(_ text: String) {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let leading = parts.first.map { Piece(field: nil, literal: String($0)) }
        pieces = ([leading].compactMap(\.self) + parts.dropFirst().map(Grammar.piece)).filter {
            $0.field != nil || !$0.literal.isEmpty
        }
    }

    /// The sentence without words: the fields alone, in the order in which most languages say them.
    ///
    /// - Parameters:
    ///   - fields: What is said of the first maneuver.
    ///   - next: What is said, after a comma, of the one after it.
    init(fields: [Field], next: [Field] = []) {
        let first = fields.map { Piece(field: $0, literal: " ") }
        let second = next.map { Piece(field: $0, literal: " ") }
        pieces = second.isEmpty ? first : first + [Piece(field: nil, literal: ", ")] + second
    }

    /// Whether the sentence has any place to fill.
    var hasFields: Bool { pieces.contains { $0.field != nil } }

    /// Whether the sentence has a place for `field`.
    public func contains(_ field: Field) -> Bool { pieces.contains { $0.field == field } }

    private static func piece(_ text: Substring) -> Piece {
        let field = Field.allCases.filter { text.hasPrefix($0.rawValue) }.max { $0.rawValue.count < $1.rawValue.count }
        guard let field else { return Piece(field: nil, literal: String(text)) }
        let rest = text.dropFirst(field.rawValue.count)
        guard let word = bracedWord(rest) else { return Piece(field: field, literal: String(rest)) }
        return Piece(field: field, literal: String(rest.dropFirst(word.count + 2)), grammaticalCase: String(word))
    }

    /// The word in braces that `text` begins with; `nil` where it does not.
    static func bracedWord(_ text: Substring) -> Substring? {
        guard text.first == "{" else { return nil }
        let word = text.dropFirst().prefix { $0.isLetter }
        return !word.isEmpty && text[word.endIndex...].first == "}" ? word : nil
    }
}
