/// A value in a message of D-Bus, as far as navbus needs it.
///
/// Values are read without variants, and a dictionary with texts or paths as keys is a ``dictionary``.
package indirect enum DBusValue: Hashable, Sendable {
    /// `b`
    case bool(Bool)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// A number of another width; these are only read.
    case integer(Int64)
    /// `d`
    case double(Double)
    /// `s`; when read, also a signature.
    case string(String)
    /// `o`, the path of an object.
    case path(String)
    /// `ay`
    case bytes([UInt8])
    /// `h`
    case descriptor(DBusDescriptor)
    /// An array; it names its type because it may be empty.
    case array(of: String, [DBusValue])
    /// `(…)`; when read, also an entry of a dictionary with other keys than texts.
    case structure([DBusValue])
    /// A dictionary; written as texts to variants.
    case dictionary([String: DBusValue])
    /// `v`, a value with its type; this is only written.
    case variant(DBusValue)

    /// The type signature of D-Bus.
    package var signature: String {
        switch self {
        case .bool: "b"
        case .int32: "i"
        case .uint32: "u"
        case .integer: "x"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .bytes: "ay"
        case .descriptor: "h"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }
}

extension DBusValue {
    /// The value of a Boolean.
    package var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The value of a number of any width.
    package var asInt: Int? {
        switch self {
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .integer(let value): Int(value)
        default: nil
        }
    }
    /// The value of a floating-point number.
    package var asDouble: Double? { if case .double(let value) = self { value } else { nil } }
    /// The members of a structure.
    package var asMembers: [DBusValue]? { if case .structure(let members) = self { members } else { nil } }
    /// The value of a text or a path.
    package var asText: String? {
        switch self {
        case .string(let text), .path(let text): text
        default: nil
        }
    }
    /// The texts of an array.
    package var asTexts: [String] { if case .array(_, let values) = self { values.compactMap(\.asText) } else { [] } }
    /// The bytes of a byte array.
    package var asBytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    /// The descriptor.
    package var asDescriptor: DBusDescriptor? { if case .descriptor(let descriptor) = self { descriptor } else { nil } }
    /// The entries of a dictionary.
    package var asDictionary: [String: DBusValue]? {
        switch self {
        case .dictionary(let members): members
        // An empty dictionary does not show the type of its keys.
        case .array(let element, let values) where values.isEmpty && element.hasPrefix("{"): [:]
        default: nil
        }
    }
}
