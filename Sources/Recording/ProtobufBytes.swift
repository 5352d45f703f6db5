/// Encodes the few messages that only recordings use, in the wire format of protobuf; values of 0 and empty ones are
/// omitted.
struct ProtobufBytes {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ field: UInt64, _ value: UInt64) {
        guard value != 0 else { return }
        varint(field << 3)
        varint(value)
    }

    mutating func fixed64(_ field: UInt64, _ value: UInt64) {
        guard value != 0 else { return }
        varint(field << 3 | 1)
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func double(_ field: UInt64, _ value: Double) { fixed64(field, value.bitPattern) }

    /// Writes an `optional` field, also if it is 0.
    mutating func double(_ field: UInt64, ifPresent value: Double?) {
        guard let value else { return }
        varint(field << 3 | 1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func doubles(_ field: UInt64, _ values: [Double]) {
        guard !values.isEmpty else { return }
        varint(field << 3 | 2)
        varint(UInt64(values.count * 8))
        for value in values {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
    }

    mutating func text(_ field: UInt64, _ text: String) {
        guard !text.isEmpty else { return }
        block(field, Array(text.utf8))
    }

    mutating func message(_ field: UInt64, _ body: (inout ProtobufBytes) -> Void) {
        var inner = ProtobufBytes()
        body(&inner)
        block(field, inner.bytes)
    }

    private mutating func block(_ field: UInt64, _ content: [UInt8]) {
        varint(field << 3 | 2)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
