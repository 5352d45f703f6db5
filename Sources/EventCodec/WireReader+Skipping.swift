extension WireReader {
    /// Skips a field that this version does not know.
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
        guard depth <= Self.maxGroupDepth else { throw Self.failure(.nestedTooDeeply, "", at: fieldStart) }
        let group = fieldNumber
        while let number = try nextField() {
            if wireType == WireType.groupEnd.rawValue {
                guard number == group else { throw Self.mismatch(wireType, "", at: fieldStart) }
                return
            }
            try skipValue(depth: depth)
        }
        throw Self.failure(.truncated, "", at: position)
    }
}
