/// Decodes the values of MCAP records, with bounds checks.
struct RecordCursor {
    let bytes: [UInt8]
    /// Offset of the next value.
    private(set) var position: Int
    let end: Int

    /// The bytes end within a value.
    struct EndOfBytes: Error {}

    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    var isAtEnd: Bool { position == end }

    /// The next `count` bytes.
    mutating func range(_ count: UInt64) throws(EndOfBytes) -> Range<Int> {
        guard count <= UInt64(end - position) else { throw EndOfBytes() }
        let start = position
        position += Int(count)
        return start..<position
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(EndOfBytes) -> Number {
        let range = try range(UInt64(MemoryLayout<Number>.size))
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self))
        }
    }

    mutating func text() throws(EndOfBytes) -> String {
        let range = try range(UInt64(number(UInt32.self)))
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// The range of content that has its length in 32 bits before it.
    mutating func counted() throws(EndOfBytes) -> Range<Int> { try range(UInt64(number(UInt32.self))) }

    mutating func map() throws(EndOfBytes) -> [String: String] {
        var inner = try RecordCursor(bytes, counted())
        var map: [String: String] = [:]
        while !inner.isAtEnd {
            let key = try inner.text()
            map[key] = try inner.text()
        }
        return map
    }

    /// The next record: its opcode and the range of its content.
    mutating func record() throws(EndOfBytes) -> (opcode: UInt8, content: Range<Int>) {
        let opcode = try number(UInt8.self)
        return try (opcode, range(number(UInt64.self)))
    }

    mutating func rest() -> Range<Int> {
        let start = position
        position = end
        return start..<end
    }
}
