/// Encodes MCAP records: numbers in little-endian order, texts with their length before them.
struct RecordBytes {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func number<Number: FixedWidthInteger>(_ value: Number) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func raw(_ added: some Sequence<UInt8>) { bytes.append(contentsOf: added) }

    mutating func raw(_ added: UnsafeRawBufferPointer) { bytes.append(contentsOf: added) }

    mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        raw(text.utf8)
    }

    /// Writes a map of texts, sorted by key, so that equal maps have equal bytes.
    mutating func map(_ map: [String: String]) {
        counted { content in
            for (key, value) in map.sorted(by: { $0.key < $1.key }) {
                content.text(key)
                content.text(value)
            }
        }
    }

    /// Writes content with its length in 32 bits before it.
    mutating func counted(_ body: (inout RecordBytes) -> Void) {
        let offset = count
        number(UInt32(0))
        body(&self)
        patch(UInt32(count - offset - 4), at: offset)
    }

    /// Writes a record: opcode, length, content.
    mutating func record(_ opcode: MCAP.Opcode, _ body: (inout RecordBytes) -> Void) {
        bytes.append(opcode.rawValue)
        let offset = count
        number(UInt64(0))
        body(&self)
        patch(UInt64(count - offset - 8), at: offset)
    }

    private mutating func patch<Number: FixedWidthInteger>(_ value: Number, at offset: Int) {
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Number.self)
        }
    }
}
