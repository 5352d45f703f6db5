/// What messages on D-Bus are made of, as far as devices that vibrate need it.
///
/// What is read is without its variants, and a dictionary whose keys are texts or paths is a ``dictionary``.
indirect enum DBusValue: Hashable, Sendable {
    case bool(Bool)
    case int32(Int32)
    case uint32(UInt32)
    /// Numbers of the other widths, which are read only.
    case integer(Int64)
    case double(Double)
    case string(String)
    case path(String)
    case bytes([UInt8])
    case descriptor(DBusDescriptor)
    /// All of one type; the type is told for when there are none.
    case array(of: String, [DBusValue])
    case structure([DBusValue])
    /// Texts to variants, when written.
    case dictionary([String: DBusValue])

    /// Its type in D-Bus' own letters.
    var signature: String {
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
        }
    }
}

extension DBusValue {
    /// A truth.
    var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// A whole number of any width.
    var asInt: Int? {
        switch self {
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .integer(let value): Int(value)
        default: nil
        }
    }
    /// A text or a path.
    var asText: String? {
        switch self {
        case .string(let text), .path(let text): text
        default: nil
        }
    }
    /// Texts of an array.
    var asTexts: [String] { if case .array(_, let values) = self { values.compactMap(\.asText) } else { [] } }
    /// Bytes.
    var asBytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    /// A descriptor.
    var asDescriptor: DBusDescriptor? { if case .descriptor(let descriptor) = self { descriptor } else { nil } }
    /// What belongs to names.
    var asDictionary: [String: DBusValue]? {
        switch self {
        case .dictionary(let members): members
        // An empty dictionary has nothing that tells its keys.
        case .array(let element, let values) where values.isEmpty && element.hasPrefix("{"): [:]
        default: nil
        }
    }
}
