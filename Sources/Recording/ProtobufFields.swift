/// Iterates over the fields of a protobuf message, to read a few of them without decoding the whole.
struct ProtobufFields {
    /// The value of a field.
    enum Value {
        case number(UInt64)
        case block(ArraySlice<UInt8>)
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next field; `nil` at the end, and if the bytes are invalid.
    mutating func next() -> (field: UInt64, value: Value)? {
        guard let tag = varint() else { return nil }
        switch tag & 7 {
        case 0: return varint().map { (tag >> 3, .number($0)) }
        case 1: return fixed(8).map { (tag >> 3, .number($0)) }
        case 5: return fixed(4).map { (tag >> 3, .number($0)) }
        case 2:
            guard let count = varint(), count <= UInt64(rest.count) else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return (tag >> 3, .block(rest.prefix(Int(count))))
        default: return nil
        }
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    private mutating func fixed(_ count: Int) -> UInt64? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
