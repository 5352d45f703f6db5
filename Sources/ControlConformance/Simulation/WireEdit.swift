/// An edit of an encoded message: fields that a later version adds, and values that no version writes.
struct WireEdit {
    /// Field numbers from the outermost message inwards; empty: the message itself.
    var path: [UInt64]
    /// Bytes that are appended to each message at the path.
    var added: [UInt8]

    /// Appends a number, which overrides earlier ones of its field.
    static func number(_ value: UInt64, at path: [UInt64]) -> WireEdit {
        WireEdit(path: path.dropLast(), added: varint((path.last ?? 1) << 3) + varint(value))
    }

    /// Appends one field of each wire type, with numbers that no version uses.
    static func unknownFields(at path: [UInt64]) -> WireEdit {
        let number: UInt64 = 9000
        return WireEdit(
            path: path,
            added: varint(number << 3) + varint(77)
                + varint((number + 1) << 3 | 1) + [1, 2, 3, 4, 5, 6, 7, 8]
                + varint((number + 2) << 3 | 2) + varint(5) + Array("later".utf8)
                + varint((number + 3) << 3 | 5) + [1, 2, 3, 4]
                // A group with a field in it: obsolete, but readers have to skip it.
                + varint((number + 4) << 3 | 3) + varint(1 << 3) + varint(1) + varint((number + 4) << 3 | 4))
    }

    /// A field that holds bytes.
    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    func apply(to message: [UInt8]) -> [UInt8] { Self.rewrite(message[...], path[...], added) }

    private static func rewrite(
        _ message: ArraySlice<UInt8>, _ path: ArraySlice<UInt64>, _ added: [UInt8]
    ) -> [UInt8] {
        guard let wanted = path.first else { return Array(message) + added }
        var written: [UInt8] = []
        var rest = message
        while !rest.isEmpty {
            let start = rest
            let tag = readVarint(&rest)
            switch tag & 7 {
            case 0: _ = readVarint(&rest)
            case 1: rest = rest.dropFirst(8)
            case 2:
                let length = Int(truncatingIfNeeded: readVarint(&rest))
                let content = rest.prefix(max(length, 0))
                rest = rest.dropFirst(max(length, 0))
                if tag >> 3 == wanted {
                    written += field(wanted, rewrite(content, path.dropFirst(), added))
                    continue
                }
            default: rest = rest.dropFirst(4)
            }
            written += start[start.startIndex..<rest.startIndex]
        }
        return written
    }

    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func readVarint(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = rest.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 || shift > 63 { break }
        }
        return value
    }
}
