/// Bytes that are not the message they were taken for: what is wrong, in which field, and where.
public struct WireError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Problem: Sendable, Hashable {
        /// The message ends in the middle of a value, or a length reaches beyond the message's end.
        case truncated
        /// A variable-length number of more than 64 bits (of more than 32 bits for a tag).
        case overlongNumber
        /// A field number outside 1...536870911.
        case invalidFieldNumber
        /// A wire type that does not exist, or the end of a group that never began.
        case invalidWireType(UInt8)
        /// A field of the contract with another wire type than the contract gives it.
        case unexpectedWireType(UInt8)
        /// Groups nested deeper than ``WireReader/deepestGroup``.
        case nestedTooDeeply
        /// Text that is not UTF-8.
        case invalidText
        /// A number that the contract's type cannot hold.
        case outOfRange(String)
        /// A session name, topic or other text that means nothing here.
        case invalidValue(String)
        /// A field without which the message means nothing, or a choice with no member known here.
        case missing
        /// More messages in lists than ``WireReader/mostListedMessages``.
        case tooMany(Int)
        /// Two lists that belong together differ in length.
        case unequalCounts(Int, Int)
    }

    /// What is wrong.
    public var problem: Problem
    /// The way to the field, outermost message first: `Envelope.navigation.fix.altitudeMeters`; fields are spelled
    /// as in JSON, and a field without a name here is a number (`Envelope.field 99`).
    public var path: String
    /// Offset into the bytes, from 0, of the field or value that is wrong.
    public var offset: Int

    /// Makes an error.
    public init(problem: Problem, path: String, offset: Int) {
        self.problem = problem
        self.path = path
        self.offset = offset
    }

    /// The same error, seen from the message that holds the field `name`.
    func inside(_ name: String) -> WireError {
        WireError(problem: problem, path: path.isEmpty ? name : "\(name).\(path)", offset: offset)
    }
}

extension WireError: CustomStringConvertible {
    /// Completes "failed to …": names the field, the byte and the way out.
    public var description: String { "read \(path) at byte \(offset): \(problem)" }
}

extension WireError.Problem: CustomStringConvertible {
    /// What is wrong and what would be right, for people.
    public var description: String {
        switch self {
        case .truncated: "the message ends before the value does; send it whole"
        case .overlongNumber: "a number of more bits than its type has; it is not a message of proto/navbus/v1"
        case .invalidFieldNumber: "a field number outside 1...536870911; it is not a protobuf message"
        case .invalidWireType(let type): "wire type \(type) cannot stand here; it is not a protobuf message"
        case .unexpectedWireType(let type):
            "wire type \(type) is not the field's own; write it as proto/navbus/v1 declares it"
        case .nestedTooDeeply: "groups nested more than \(WireReader.deepestGroup) deep; leave them out"
        case .invalidText: "the text is not UTF-8; encode it as UTF-8"
        case .outOfRange(let text): "\(text) is out of the field's range; see proto/navbus/v1"
        case .invalidValue(let text): text
        case .missing: "nothing is there that this version knows; set the field"
        case .tooMany(let limit): "its lists hold more than \(limit) messages; send less at once"
        case .unequalCounts(let left, let right):
            "\(left) values here, \(right) in its counterpart; send as many of both"
        }
    }
}
