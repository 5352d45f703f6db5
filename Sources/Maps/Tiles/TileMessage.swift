/// Reads the fields of a protobuf message of a tile. Each read is checked against the end of the message.
struct TileMessage {
    /// The value of a field.
    enum Value {
        /// A number, also of four or eight bytes.
        case number(UInt64)
        /// A text, a packed list or another message.
        case bytes(TileMessage)
    }

    private let bytes: [UInt8]
    private var index: Int
    private let end: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (index, end) = (0, bytes.count)
    }

    private init(_ bytes: [UInt8], from start: Int, to end: Int) {
        self.bytes = bytes
        (index, self.end) = (start, end)
    }

    /// Whether all bytes have been read.
    var isAtEnd: Bool { index >= end }

    /// The number of bytes that have not been read.
    var remainingBytes: Int { end - index }

    /// The rest as text. Invalid UTF-8 is repaired.
    var text: String { String(decoding: bytes[index..<end], as: UTF8.self) }

    /// Reads a number of variable length.
    mutating func varint() throws(MapError) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while index < end {
            let byte = bytes[index]
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
            guard shift < 64 else { throw .tile(reason: "a number has more than 64 bits") }
        }
        throw .tile(reason: "it ends inside a number")
    }

    /// Reads a number that is stored with its sign in the lowest bit.
    mutating func signed() throws(MapError) -> Int {
        let value = try varint()
        return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
    }

    /// Reads the next field; `nil` at the end.
    mutating func field() throws(MapError) -> (number: UInt64, value: Value)? {
        guard !isAtEnd else { return nil }
        let key = try varint()
        switch key & 7 {
        case 0: return (key >> 3, .number(try varint()))
        case 1: return (key >> 3, .number(try fixed(8)))
        case 2:
            let count = try varint()
            guard count <= UInt64(remainingBytes) else { throw .tile(reason: "it ends inside a field") }
            defer { index += Int(count) }
            return (key >> 3, .bytes(TileMessage(bytes, from: index, to: index + Int(count))))
        case 5: return (key >> 3, .number(try fixed(4)))
        default: throw .tile(reason: "a field has the wire type \(key & 7)")
        }
    }

    private mutating func fixed(_ count: Int) throws(MapError) -> UInt64 {
        guard count <= remainingBytes else { throw .tile(reason: "it ends inside a number") }
        defer { index += count }
        return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
