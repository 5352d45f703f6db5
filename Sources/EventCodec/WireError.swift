/// An error in the bytes of a message: what is wrong, in which field, and at which offset.
public struct WireError: Error, Sendable, Hashable {
    /// The kinds of errors.
    public enum Problem: Sendable, Hashable {
        /// The message ends inside a value, or a length exceeds the rest of the message.
        case truncated
        /// A variable-length number of more than 64 bits (of more than 32 bits for a tag).
        case overlongNumber
        /// A field number outside 1...536870911.
        case invalidFieldNumber
        /// A wire type that does not exist, or the end of a group without a beginning.
        case invalidWireType(UInt8)
        /// A field of the contract with another wire type than that of the contract.
        case unexpectedWireType(UInt8)
        /// Groups nested deeper than ``WireReader/maxGroupDepth``.
        case nestedTooDeeply
        /// Text that is not UTF-8.
        case invalidText
        /// A number that the contract's type cannot hold.
        case outOfRange(String)
        /// A session name, topic or other text that is invalid.
        case invalidValue(String)
        /// A required field is missing, or a choice has no known member.
        case missing
        /// More messages in lists than ``WireReader/maxListedMessages``.
        case tooMany(Int)
        /// Two lists that belong together differ in length.
        case unequalCounts(Int, Int)
    }

    /// The kind of the error.
    public var problem: Problem
    /// The path to the field, outermost message first: `Envelope.navigation.fix.altitudeMeters`. Fields have their JSON
    /// names; an unknown field is a number (`Envelope.field 99`).
    public var path: String
    /// Offset of the wrong field or value in the bytes, from 0.
    public var offset: Int

    /// Makes an error.
    public init(problem: Problem, path: String, offset: Int) {
        self.problem = problem
        self.path = path
        self.offset = offset
    }

    /// The same error, with the path from the message that contains the field `name`.
    @usableFromInline
    func inside(_ name: String) -> WireError {
        WireError(problem: problem, path: path.isEmpty ? name : "\(name).\(path)", offset: offset)
    }
}

extension WireError: CustomStringConvertible {
    /// Completes "failed to …": the field, the byte, the reason and what to do.
    public var description: String { "read \(path) at byte \(offset): \(problem)" }
}

extension WireError.Problem: CustomStringConvertible {
    /// The reason, and what to do.
    public var description: String {
        switch self {
        case .truncated: "the message ends before the value does; send it whole"
        case .overlongNumber: "a number of more bits than its type has; it is not a message of proto/navbus/v1"
        case .invalidFieldNumber: "a field number outside 1...536870911; it is not a protobuf message"
        case .invalidWireType(let type): "wire type \(type) is invalid here; it is not a protobuf message"
        case .unexpectedWireType(let type):
            "wire type \(type) is not the field's own; write it as proto/navbus/v1 declares it"
        case .nestedTooDeeply: "groups nested more than \(WireReader.maxGroupDepth) deep; remove them"
        case .invalidText: "the text is not UTF-8; encode it as UTF-8"
        case .outOfRange(let text): "\(text) is out of the field's range; see proto/navbus/v1"
        case .invalidValue(let text): text
        case .missing: "it is missing, or has no value that this version knows; set the field"
        case .tooMany(let limit): "its lists hold more than \(limit) messages; send fewer at once"
        case .unequalCounts(let left, let right):
            "\(left) values here, \(right) in its counterpart; send as many of both"
        }
    }
}
