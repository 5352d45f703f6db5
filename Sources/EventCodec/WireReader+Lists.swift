import Glibc

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

// MARK: - Values that come again

extension WireReader {
    /// Remembers the value with a length, of this field, that stands between `start` and here.
    @inline(__always)
    mutating func remember(_ field: UInt32, from start: Int) {
        remembered = start..<position
        rememberedField = field
    }

    /// Passes over the value that follows if it has the very bytes of the one remembered for this field.
    @inline(__always)
    mutating func passRemembered(_ field: UInt32) -> Bool {
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
    /// Reads one entry; a key that comes again replaces the entry before, as does one that Swift holds equal to it
    /// (text is compared by what it shows, not by its bytes).
    mutating func entry(_ name: StaticString, of map: inout [String: UInt64]) throws(WireError) {
        let (key, value) = try entry(name) { (reader) throws(WireError) in try reader.uint64("value") }
        map[key] = value ?? 0
    }

    /// Reads one entry whose value is a number with a fraction.
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
