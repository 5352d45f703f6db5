/// The directions of a lane. Those of a real lane fit in a number, which needs no memory of its own.
@usableFromInline
package struct LaneDirectionList: Sendable, Hashable {
    @usableFromInline
    enum Storage: Sendable, Hashable {
        /// Five bits a direction, the first one lowest: its shape, and whether it is recommended.
        case packed(UInt64, count: UInt8)
        /// Directions that do not fit.
        case array([LaneDirection])
    }

    @usableFromInline static var maxPacked: UInt8 { 12 }
    @usableFromInline static var maxShape: Int32 { 15 }

    @usableFromInline var storage = Storage.packed(0, count: 0)

    @inlinable package init() {}

    init(_ directions: [LaneDirection]) {
        for direction in directions { append(direction) }
    }

    @inlinable
    package mutating func append(_ direction: LaneDirection) {
        if case .packed(let bits, let count) = storage, count < Self.maxPacked,
            direction.shape.rawValue <= Self.maxShape
        {
            let value = UInt64(direction.shape.rawValue) << 1 | (direction.isRecommended ? 1 : 0)
            storage = .packed(bits | value << (5 * UInt64(count)), count: count + 1)
        } else {
            var directions = Array(self)
            // Nothing else refers to the array while it is appended to, so it is not copied.
            storage = .packed(0, count: 0)
            directions.append(direction)
            storage = .array(directions)
        }
    }
}

extension LaneDirectionList: RandomAccessCollection {
    @inlinable package var startIndex: Int { 0 }

    @inlinable package var endIndex: Int {
        switch storage {
        case .packed(_, let count): Int(count)
        case .array(let directions): directions.count
        }
    }

    @inlinable package subscript(index: Int) -> LaneDirection {
        switch storage {
        case .packed(let bits, _):
            let value = bits >> (5 * UInt64(index))
            return LaneDirection(
                shape: LaneShape(rawValue: Int32(value >> 1 & 15)) ?? .unrecognized, isRecommended: value & 1 == 1)
        case .array(let directions): return directions[index]
        }
    }
}
