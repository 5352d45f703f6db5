import NavigationEvents
import Platform

/// A value that can be written as JSON: what a control writes for programs that show it.
///
///     let sign: JSONText = ["words": .string(words), "distanceMeters": .number(meters), "exit": .null]
///     try folder.replace("sign.json", with: sign.bytes)
///
/// Whatever it holds, what it writes is JSON on one line.
public enum JSONText: Sendable, Hashable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number. Readers that only know floating point are exact up to 2⁵³.
    case integer(Int)
    /// A number; one that is not finite is written as null, since JSON has no name for it.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONText])
    /// Values under names, written in this order; no name may come twice.
    case object([Member])

    /// A value under its name.
    public struct Member: Sendable, Hashable {
        /// What it is called.
        public var name: String
        /// What it is.
        public var value: JSONText

        /// Makes a member.
        public init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// A text, or null where there is none.
    public init(_ text: String?) { self = text.map(JSONText.string) ?? .null }

    /// A number, or null where there is none.
    public init(_ number: Double?) { self = number.map(JSONText.number) ?? .null }

    /// A whole number, or null where there is none.
    public init(_ number: Int?) { self = number.map(JSONText.integer) ?? .null }

    /// The JSON, on one line without blanks.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// The JSON in UTF-8, on one line without blanks.
    public var bytes: [UInt8] { Array(text.utf8) }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let number): text += number.description
        case .number(let number): text += number.isFinite ? number.description : "null"
        case .string(let string): text += string.json
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += member.name.json
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// Values in their order.
    public init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    /// Values under names, in their order.
    public init(dictionaryLiteral elements: (String, JSONText)...) { self = .object(elements.map(Member.init)) }
}
