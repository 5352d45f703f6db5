import Glibc
import NavigationEvents

/// Reads the fields of messages from bytes that it does not own. Offsets count from the first byte.
///
/// It never reads beyond the bytes and never traps: for any bytes, the result is a value or a ``WireError``.
public struct WireReader {
    /// Maximum depth of unknown groups that are skipped.
    public static let maxGroupDepth = 100
    /// Maximum number of messages in all lists of one message. Two bytes on the wire can be a step of hundreds of bytes
    /// in memory; the longest real routes have less than a tenth of this.
    public static let maxListedMessages = 500_000

    /// The number of messages in lists that may still follow.
    var listedMessagesLeft = maxListedMessages

    let bytes: UnsafeRawBufferPointer
    /// Offset of the next byte.
    var position = 0
    /// Offset after the last byte of the message being read.
    var end: Int
    /// Offset of the tag of the field being read.
    var fieldStart = 0
    /// The tag of the field being read.
    var tag: UInt32 = 0
    /// The range of a value that may be repeated, with its length, and the number of its field.
    var remembered = 0..<0
    var rememberedField: UInt32 = 0
    /// The steps of the former messages.
    let memory: StepCache?

    /// Makes a reader of one message. The bytes must stay valid until it is read.
    public init(_ bytes: UnsafeRawBufferPointer, remembering memory: StepCache? = nil) {
        self.bytes = bytes
        self.memory = memory
        end = bytes.count
    }

    /// Makes a reader of the message or text at an offset from ``skipForLater(_:)``.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int, remembering memory: StepCache? = nil) {
        self.init(bytes, remembering: memory)
        position = offset
        tag = UInt32(WireType.lengthDelimited.rawValue)
    }
}

// MARK: - Numbers and Tags

extension WireReader {
    /// The number of the next field; `nil` at the end of the message.
    @inline(__always)
    mutating func nextField() throws(WireError) -> UInt32? {
        guard position < end else { return nil }
        fieldStart = position
        let byte = bytes[position]
        if byte & 0x80 == 0, byte > 7 {
            tag = UInt32(byte)
            position &+= 1
        } else {
            tag = try longTag()
        }
        return fieldNumber
    }

    @inline(never)
    private mutating func longTag() throws(WireError) -> UInt32 {
        let tag = try varint("")
        guard let narrow = UInt32(exactly: tag) else { throw Self.failure(.overlongNumber, "", at: fieldStart) }
        guard narrow > 7 else { throw Self.failure(.invalidFieldNumber, "", at: fieldStart) }
        return narrow
    }

    @inline(__always)
    var fieldNumber: UInt32 { tag >> 3 }

    @inline(__always)
    var wireType: UInt8 { UInt8(truncatingIfNeeded: tag & 7) }

    @inline(__always)
    mutating func varint(_ name: StaticString) throws(WireError) -> UInt64 {
        guard position < end else { throw Self.failure(.truncated, name, at: position) }
        let byte = bytes[position]
        guard byte >= 0x80 else {
            position &+= 1
            return UInt64(byte)
        }
        return try longVarint(name)
    }

    @inline(never)
    private mutating func longVarint(_ name: StaticString) throws(WireError) -> UInt64 {
        let start = position
        if end &- start >= 2, bytes[start &+ 1] < 0x80 {
            position &+= 2
            return UInt64(bytes[start] & 0x7F) | UInt64(bytes[start &+ 1]) << 7
        }
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard position < end else { throw Self.failure(.truncated, name, at: start) }
            let byte = bytes[position]
            position &+= 1
            // The tenth byte holds the last of 64 bits.
            guard shift < 63 || byte < 2 else { break }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Self.failure(.overlongNumber, name, at: start)
    }

    @inline(__always)
    private mutating func rawFixed64(_ name: StaticString) throws(WireError) -> UInt64 {
        guard end &- position >= 8 else { throw Self.failure(.truncated, name, at: position) }
        let value = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        position &+= 8
        return UInt64(littleEndian: value)
    }

    /// The length of the next value, checked against the rest of the message.
    @inline(__always)
    mutating func length(_ name: StaticString) throws(WireError) -> Int {
        try expect(.lengthDelimited, name)
        let start = position
        let length = try varint(name)
        guard length <= UInt64(end &- position) else { throw Self.failure(.truncated, name, at: start) }
        return Int(truncatingIfNeeded: length)
    }

    @inline(__always)
    private func expect(_ type: WireType, _ name: StaticString) throws(WireError) {
        guard wireType == type.rawValue else { throw Self.mismatch(wireType, name, at: fieldStart) }
    }

    @inline(never)
    static func mismatch(_ wireType: UInt8, _ name: StaticString, at offset: Int) -> WireError {
        let exists = WireType(rawValue: wireType) != nil && wireType != WireType.groupEnd.rawValue
        return failure(exists ? .unexpectedWireType(wireType) : .invalidWireType(wireType), name, at: offset)
    }

    /// Makes an error at `offset`. Static, so that the reader stays in registers: a method would first copy every field
    /// to memory.
    @inline(never)
    static func failure(_ problem: WireError.Problem, _ name: StaticString, at offset: Int) -> WireError {
        WireError(problem: problem, path: name.description, offset: offset)
    }
}

// MARK: - Values

extension WireReader {
    @inline(__always)
    mutating func double(_ name: StaticString) throws(WireError) -> Double {
        try Double(bitPattern: fixed64(name))
    }

    /// Reads the rest of a message that has just the numbers 1 and 2; `nil` if it has other fields, or not both.
    @inline(__always)
    mutating func bothDoubles() -> (Double, Double)? {
        guard end &- position == 18, bytes[position] == 1 << 3 | WireType.fixed64.rawValue,
            bytes[position &+ 9] == 2 << 3 | WireType.fixed64.rawValue
        else { return nil }
        let first = bytes.loadUnaligned(fromByteOffset: position &+ 1, as: UInt64.self)
        let second = bytes.loadUnaligned(fromByteOffset: position &+ 10, as: UInt64.self)
        position = end
        return (Double(bitPattern: UInt64(littleEndian: first)), Double(bitPattern: UInt64(littleEndian: second)))
    }

    @inline(__always)
    mutating func fixed64(_ name: StaticString) throws(WireError) -> UInt64 {
        try expect(.fixed64, name)
        return try rawFixed64(name)
    }

    @inline(__always)
    mutating func sfixed64(_ name: StaticString) throws(WireError) -> Int64 {
        try Int64(bitPattern: fixed64(name))
    }

    @inline(__always)
    mutating func timestamp(_ name: StaticString) throws(WireError) -> Timestamp {
        try Timestamp(nanosecondsSinceEpoch: sfixed64(name))
    }

    @inline(__always)
    mutating func uint64(_ name: StaticString) throws(WireError) -> UInt64 {
        try expect(.varint, name)
        return try varint(name)
    }

    @inline(__always)
    mutating func int64(_ name: StaticString) throws(WireError) -> Int64 {
        try Int64(bitPattern: uint64(name))
    }

    @inline(__always)
    mutating func int32(_ name: StaticString) throws(WireError) -> Int32 {
        let start = position
        let value = try int64(name)
        guard let narrow = Int32(exactly: value) else { throw Self.failure(.outOfRange("\(value)"), name, at: start) }
        return narrow
    }

    @inline(__always)
    mutating func int(_ name: StaticString) throws(WireError) -> Int { try Int(int32(name)) }

    @inline(__always)
    mutating func uint32(_ name: StaticString) throws(WireError) -> UInt32 {
        let start = position
        let value = try uint64(name)
        guard let narrow = UInt32(exactly: value) else { throw Self.failure(.outOfRange("\(value)"), name, at: start) }
        return narrow
    }

    @inline(__always)
    mutating func bool(_ name: StaticString) throws(WireError) -> Bool { try uint64(name) != 0 }

    /// Reads a member of an enumeration. An unknown number, also one of more than 32 bits, is the neutral member.
    ///
    /// Not through `OpenEnumeration.init(wireValue:)`: generic code of another module is not specialized here, and
    /// costs ten times as much.
    @inline(__always)
    mutating func enumeration<E: WireEnumeration>(_ name: StaticString) throws(WireError) -> E {
        try E(rawValue: Int32(exactly: int64(name)) ?? 0) ?? .unrecognized
    }

    mutating func bytes(_ name: StaticString) throws(WireError) -> [UInt8] {
        let length = try length(name)
        let start = position
        position = start &+ length
        return [UInt8](UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ length]))
    }

    @inline(__always)
    mutating func message<M: WireMessage>(_ name: StaticString) throws(WireError) -> M {
        let outer = try open(name)
        defer { end = outer }
        do {
            return try M(from: &self)
        } catch {
            throw error.inside(name.description)
        }
    }

    /// Skips the message or text of this field, and returns the offset at which it can be read later.
    @inline(__always)
    mutating func skipForLater(_ name: StaticString) throws(WireError) -> Int {
        let start = position
        let length = try length(name)
        position &+= length
        return start
    }

    /// Limits the reader to the message that begins here, and returns the end of the outer message.
    @inline(__always)
    mutating func open(_ name: StaticString) throws(WireError) -> Int {
        let length = try length(name)
        let outer = end
        end = position &+ length
        return outer
    }

    /// Lends the reader for the content of a nested message.
    @inline(__always)
    mutating func nested<Value>(
        _ name: StaticString, _ read: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        let outer = try open(name)
        defer { end = outer }
        do {
            return try read(&self)
        } catch {
            throw error.inside(name.description)
        }
    }

    /// Appends a packed list, or one number of an unpacked one: both are valid protobuf.
    mutating func doubles(_ name: StaticString, appendingTo values: inout [Double]) throws(WireError) {
        guard wireType == WireType.lengthDelimited.rawValue else {
            try values.append(double(name))
            return
        }
        let start = position
        let length = try length(name)
        guard length % 8 == 0 else { throw Self.failure(.truncated, name, at: start) }
        values.reserveCapacity(values.count + length / 8)
        for _ in 0..<length / 8 { try values.append(Double(bitPattern: rawFixed64(name))) }
    }

    /// Appends a packed list, or one number of an unpacked one.
    mutating func uint64s(_ name: StaticString, appendingTo values: inout [UInt64]) throws(WireError) {
        guard wireType == WireType.lengthDelimited.rawValue else {
            try values.append(uint64(name))
            return
        }
        let outer = try open(name)
        defer { end = outer }
        while position < end { try values.append(varint(name)) }
    }
}
