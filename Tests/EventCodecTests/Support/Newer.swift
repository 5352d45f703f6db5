import EventCodec

/// Bytes as of a later version: after the known fields of every message, at every level, follow unknown fields of each
/// wire type.
struct Newer {
    let contract: Contract

    /// The message with unknown fields in itself and in all nested messages.
    func extended(_ bytes: ArraySlice<UInt8>, of message: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty {
            let start = rest.startIndex
            let tag = Self.takeVarint(&rest)
            let type = contract.messages[message]?[UInt32(tag >> 3)]?.type ?? ""
            guard tag & 7 == 2 else {
                Self.passNumber(&rest, type: tag & 7)
                result += bytes[start..<rest.startIndex]
                continue
            }
            let length = Int(Self.takeVarint(&rest))
            let content = rest.prefix(length)
            rest = rest.dropFirst(length)
            let extended = extended(content, ofType: type)
            result += Self.varint(tag) + Self.varint(UInt64(extended.count)) + extended
        }
        return result + Self.unknownFields
    }

    private func extended(_ content: ArraySlice<UInt8>, ofType type: String) -> [UInt8] {
        if contract.messages[type] != nil { return extended(content, of: type) }
        return Array(content)
    }

    /// A number, eight bytes, four bytes, text, and a group that contains another group.
    private static let unknownFields: [UInt8] =
        varint(1000 << 3) + varint(.max) + varint(1001 << 3 | 1) + Array(repeating: 0xAA, count: 8)
        + varint(1002 << 3 | 5) + Array(repeating: 0xBB, count: 4) + varint(1003 << 3 | 2) + [5] + Array("later".utf8)
        + varint(1004 << 3 | 3) + varint(1 << 3) + [7] + varint(2 << 3 | 3) + varint(2 << 3 | 4) + varint(1004 << 3 | 4)

    static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    private static func takeVarint(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = bytes.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return value
    }

    private static func passNumber(_ bytes: inout ArraySlice<UInt8>, type: UInt64) {
        switch type {
        case 0: _ = takeVarint(&bytes)
        case 1: bytes = bytes.dropFirst(8)
        default: bytes = bytes.dropFirst(4)
        }
    }
}
