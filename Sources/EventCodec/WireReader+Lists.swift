import Glibc
import NavigationEvents

// MARK: - Runs of One Field

extension WireReader {
    /// The tag, as one byte, of the message or text being read; 0 if it takes more than one.
    @inline(__always)
    var tagOfRun: UInt8 {
        let tag = tag & ~7 | UInt32(WireType.lengthDelimited.rawValue)
        return tag < 0x80 ? UInt8(truncatingIfNeeded: tag) : 0
    }

    /// Moves to the next field if it has this tag: the items of a list are mostly adjacent.
    @inline(__always)
    mutating func nextContinuesRun(of tag: UInt8) -> Bool {
        guard position < end, tag != 0, bytes[position] == tag else { return false }
        fieldStart = position
        self.tag = UInt32(tag)
        position &+= 1
        return true
    }

    /// The number of adjacent values from here, so that a list is allocated once; at least 1. It may be too small (long
    /// messages, field numbers above 15), but is never more than the number of bytes.
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

// MARK: - Lists of Messages

extension WireReader {
    /// Reads this message of a list, and those that follow it immediately.
    @inline(__always)
    mutating func messages<M: WireMessage>(_ name: StaticString, appendingTo values: inout [M]) throws(WireError) {
        let tag = tagOfRun
        if values.isEmpty { values.reserveCapacity(min(countOfRun(of: tag), listedMessagesLeft)) }
        repeat {
            try countListedMessage(name)
            try values.append(message(name))
        } while nextContinuesRun(of: tag)
    }

    /// Reads this direction of a lane, and those that follow it immediately.
    @inline(__always)
    mutating func messages(_ name: StaticString, appendingTo values: inout LaneDirectionList) throws(WireError) {
        let tag = tagOfRun
        repeat {
            try countListedMessage(name)
            try values.append(message(name))
        } while nextContinuesRun(of: tag)
    }

    /// Counts a message of a list; throws if there are too many.
    @inline(__always)
    private mutating func countListedMessage(_ name: StaticString) throws(WireError) {
        guard listedMessagesLeft > 0 else { throw Self.failure(.tooMany(Self.maxListedMessages), name, at: position) }
        listedMessagesLeft &-= 1
    }
}

// MARK: - Repeated Values

extension WireReader {
    /// Remembers the value of this field between `start` and here, with its length.
    @inline(__always)
    mutating func remember(_ field: UInt32, from start: Int) {
        remembered = start..<position
        rememberedField = field
    }

    /// Skips the next value if its bytes equal those of the remembered one of this field.
    @inline(__always)
    mutating func skipRemembered(_ field: UInt32) -> Bool {
        let length = remembered.count
        guard rememberedField == field, length <= end &- position, wireType == WireType.lengthDelimited.rawValue,
            let start = bytes.baseAddress, memcmp(start + position, start + remembered.lowerBound, length) == 0
        else { return false }
        position &+= length
        return true
    }
}

// MARK: - Maps

extension WireReader {
    /// Reads one entry. A repeated key replaces the former entry, as does a key that Swift considers equal (text is
    /// compared by its characters, not by its bytes).
    mutating func entry(_ name: StaticString, of map: inout [String: UInt64]) throws(WireError) {
        let (key, value) = try entry(name) { (reader) throws(WireError) in try reader.uint64("value") }
        map[key] = value ?? 0
    }

    /// Reads one entry whose value is a floating-point number.
    mutating func entry(_ name: StaticString, of map: inout [String: Double]) throws(WireError) {
        let (key, value) = try entry(name) { (reader) throws(WireError) in try reader.double("value") }
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
