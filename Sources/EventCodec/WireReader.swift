import Glibc
import NavigationEvents

/// Reads the fields of messages from bytes that it does not own; offsets count from their beginning.
///
/// It never reads beyond the bytes and traps on none: whatever they are, the outcome is a value or a ``WireError``.
public struct WireReader {
    /// The deepest nesting of unknown groups that is skipped.
    public static let deepestGroup = 100

    private let bytes: UnsafeRawBufferPointer
    /// Offset of the next byte.
    private(set) var position = 0
    /// Offset after the last byte of the message being read.
    var end: Int
    /// Offset of the tag of the field being read.
    private var fieldStart = 0
    /// The tag's low three bits.
    private var wireType: UInt8 = 0
    /// The tag's upper bits.
    private var fieldNumber: UInt32 = 0

    /// Makes a reader of one message; the bytes must stay where they are until it is read.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        end = bytes.count
    }
}

// MARK: - Numbers and tags

extension WireReader {
    /// The number of the next field, or `nil` at the end of the message.
    @inline(__always)
    mutating func nextField() throws(WireError) -> UInt32? {
        guard position < end else { return nil }
        fieldStart = position
        let tag: UInt64
        if bytes[position] < 0x80 {
            tag = UInt64(bytes[position])
            position &+= 1
        } else {
            tag = try longVarint("")
        }
        wireType = UInt8(truncatingIfNeeded: tag & 7)
        guard tag >> 3 != 0, tag <= UInt64(UInt32.max) else { throw Self.invalidTag(tag, at: fieldStart) }
        fieldNumber = UInt32(truncatingIfNeeded: tag >> 3)
        return fieldNumber
    }

    @inline(never)
    private static func invalidTag(_ tag: UInt64, at offset: Int) -> WireError {
        failure(tag > UInt64(UInt32.max) ? .overlongNumber : .invalidFieldNumber, "", at: offset)
    }

    @inline(__always)
    private mutating func varint(_ name: StaticString) throws(WireError) -> UInt64 {
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

    /// The length of the value that follows, checked against what is left of the message.
    @inline(__always)
    private mutating func length(_ name: StaticString) throws(WireError) -> Int {
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
    private static func mismatch(_ wireType: UInt8, _ name: StaticString, at offset: Int) -> WireError {
        let exists = WireType(rawValue: wireType) != nil && wireType != WireType.groupEnd.rawValue
        return failure(exists ? .unexpectedWireType(wireType) : .invalidWireType(wireType), name, at: offset)
    }

    /// An error at `offset`. Static, so that the reader stays in registers: a method of it would make every field
    /// copy it to memory first.
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

    /// A number without a member, also one of more than 32 bits, reads as the neutral member.
    ///
    /// Not through `OpenEnumeration.init(wireValue:)`: generic code of another module is not specialised here, and
    /// costs ten times as much.
    @inline(__always)
    mutating func enumeration<E: WireEnumeration>(_ name: StaticString) throws(WireError) -> E {
        try E(rawValue: Int32(exactly: int64(name)) ?? 0) ?? .unrecognized
    }

    @inline(__always)
    mutating func string(_ name: StaticString) throws(WireError) -> String {
        let length = try length(name)
        let start = position
        let utf8 = UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ length])
        position = start &+ length
        let text = String(decoding: utf8, as: UTF8.self)
        guard Self.hasBytes(text, utf8) else { throw Self.failure(.invalidText, name, at: start) }
        return text
    }

    /// Whether the text was taken over as it stands. Invalid UTF-8 is not: it is repaired on decoding, and then the
    /// bytes differ. This costs a tenth of what `String(validating:as:)` does.
    @inline(__always)
    private static func hasBytes(_ text: String, _ utf8: UnsafeRawBufferPointer) -> Bool {
        guard let bytes = utf8.baseAddress, text.utf8.count == utf8.count else { return utf8.isEmpty }
        let isSame = text.utf8.withContiguousStorageIfAvailable { own in
            own.baseAddress.map { memcmp($0, bytes, own.count) == 0 } ?? true
        }
        return isSame ?? text.utf8.elementsEqual(utf8)
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

    /// Narrows the reader to the message that begins here, and returns the end of the outer one.
    @inline(__always)
    mutating func open(_ name: StaticString) throws(WireError) -> Int {
        let length = try length(name)
        let outer = end
        end = position &+ length
        return outer
    }

    /// Lends the reader for the content of a message within the message.
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
}

// MARK: - Runs of one field

extension WireReader {
    /// The tag, as one byte, of the message or text being read; 0 if it takes more than one.
    @inline(__always)
    var tagOfRun: UInt8 {
        let tag = fieldNumber << 3 | UInt32(WireType.lengthDelimited.rawValue)
        return tag < 0x80 ? UInt8(truncatingIfNeeded: tag) : 0
    }

    /// Moves on to the next field if it has this tag: lists stand together.
    @inline(__always)
    mutating func nextContinuesRun(of tag: UInt8) -> Bool {
        guard position < end, tag != 0, bytes[position] == tag else { return false }
        fieldStart = position
        wireType = tag & 7
        fieldNumber = UInt32(tag >> 3)
        position &+= 1
        return true
    }

    /// How many values stand together from here, so that a list allocates once; at least 1. It may count too few
    /// (long messages, numbers of fields above 15), never more than there are bytes.
    @inline(__always)
    func countOfRun(of tag: UInt8) -> Int {
        var count = 1
        var next = position
        while next < end, bytes[next] < 0x80 {
            next &+= 1 &+ Int(bytes[next])
            guard next < end, bytes[next] == tag else { break }
            count &+= 1
            next &+= 1
        }
        return count
    }
}

// MARK: - Maps

extension WireReader {
    /// Reads one entry; a key that comes again replaces the entry before, as does one that Swift holds equal to it
    /// (text is compared by what it shows, not by its bytes).
    mutating func entry(_ name: StaticString, of map: inout [String: UInt64]) throws(WireError) {
        let (key, value) = try entry(name) { (reader) throws(WireError) in try reader.uint64("value") }
        map[key] = value ?? 0
    }

    /// Reads one entry whose value is a message.
    mutating func entry<M: WireMessage>(_ name: StaticString, of map: inout [String: M]) throws(WireError) {
        let (key, value) = try entry(name) { (reader) throws(WireError) -> M in try reader.message("value") }
        map[key] = try require(value, name)
    }

    private mutating func entry<Value>(
        _ name: StaticString, _ readValue: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> (String, Value?) {
        try nested(name) { (reader) throws(WireError) in
            var key = ""
            var value: Value?
            while let field = try reader.nextField() {
                switch field {
                case 1: key = try reader.string("key")
                case 2: value = try readValue(&reader)
                default: try reader.skip()
                }
            }
            return (key, value)
        }
    }
}

// MARK: - Skipping

extension WireReader {
    /// Passes over a field that this version does not know.
    mutating func skip() throws(WireError) {
        let number = fieldNumber
        do {
            try skipValue(depth: 0)
        } catch {
            throw error.inside("field \(number)")
        }
    }

    private mutating func skipValue(depth: Int) throws(WireError) {
        switch WireType(rawValue: wireType) {
        case .varint: _ = try varint("")
        case .fixed64: try advance(8)
        case .lengthDelimited: try position += length("")
        case .fixed32: try advance(4)
        case .groupStart: try skipGroup(depth: depth + 1)
        case .groupEnd, nil: throw Self.mismatch(wireType, "", at: fieldStart)
        }
    }

    private mutating func advance(_ count: Int) throws(WireError) {
        guard end - position >= count else { throw Self.failure(.truncated, "", at: position) }
        position += count
    }

    private mutating func skipGroup(depth: Int) throws(WireError) {
        guard depth <= Self.deepestGroup else { throw Self.failure(.nestedTooDeeply, "", at: fieldStart) }
        let group = fieldNumber
        while let number = try nextField() {
            if wireType == WireType.groupEnd.rawValue {
                guard number == group else { throw Self.mismatch(wireType, "", at: fieldStart) }
                fieldNumber = group
                return
            }
            try skipValue(depth: depth)
        }
        throw Self.failure(.truncated, "", at: position)
    }
}

// MARK: - Checks at the door

extension WireReader {
    /// The value of a field without which its message means nothing.
    @inline(__always)
    func require<Value>(_ value: Value?, _ name: StaticString) throws(WireError) -> Value {
        guard let value else { throw Self.failure(.missing, name, at: position) }
        return value
    }

    /// Whether a text follows that is this one: spares the common one its making and checking.
    @inline(__always)
    private func isNext(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard wireType == WireType.lengthDelimited.rawValue, end &- position > length, Int(bytes[position]) == length
        else { return false }
        return bytes.baseAddress.map { memcmp($0 + position + 1, text.utf8Start, length) == 0 } ?? false
    }

    mutating func session(_ name: StaticString) throws(WireError) -> Session {
        let start = position
        if isNext("main") {
            position &+= 1 &+ 4
            return .main
        }
        let text = try string(name)
        guard let session = Session(text) else {
            let problem = "\"\(text)\" is no session name; use 1 to 32 of a-z, 0-9, - and _"
            throw Self.failure(.invalidValue(problem), name, at: start)
        }
        return session
    }

    mutating func topic(_ name: StaticString) throws(WireError) -> Topic {
        let start = position
        let text = try string(name)
        guard let topic = Topic(rawValue: text) else {
            let known = Topic.allCases.map(\.rawValue).joined(separator: ", ")
            throw Self.failure(.invalidValue("\"\(text)\" is no topic; use one of \(known)"), name, at: start)
        }
        return topic
    }
}
