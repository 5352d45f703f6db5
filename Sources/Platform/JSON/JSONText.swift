/// A JSON value, which one program writes for others.
///
///     let sign: JSONText = ["words": .string(words), "distanceMeters": .number(meters), "exit": .null]
///     try folder.replace("sign.json", with: sign.bytes)
///
/// The output is valid JSON on one line, whatever the value contains.
public enum JSONText: Sendable, Hashable {
    /// The value null.
    case null
    /// True or false.
    case bool(Bool)
    /// An integer. Readers that use floating point read it exactly up to 2⁵³.
    case integer(Int)
    /// A number; infinity and NaN are written as null, because JSON has no such numbers.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONText])
    /// An object; its members are written in this order, and no name may occur twice.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSONText

        /// Makes a member.
        public init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a string; null if `nil`.
    public init(_ text: String?) { self = text.map(JSONText.string) ?? .null }

    /// Makes a number; null if `nil`.
    public init(_ number: Double?) { self = number.map(JSONText.number) ?? .null }

    /// Makes an integer; null if `nil`.
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
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Makes a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes null.
    public init(nilLiteral: ()) { self = .null }
    /// Makes an array.
    public init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    /// Makes an object with its members in this order.
    public init(dictionaryLiteral elements: (String, JSONText)...) { self = .object(elements.map(Member.init)) }
}
