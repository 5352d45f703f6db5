public import NavigationEvents

/// The part of the lanes that is shown: all of them, or of very many those around the recommended ones.
public struct LaneRow: Hashable, Sendable {
    /// More are not shown: nobody counts them while driving.
    public static let mostLanes = 16

    /// Those that are shown, from left to right; every shape once in a lane.
    public let lanes: [Lane]
    /// How many more there are to their left.
    public let hiddenLeft: Int
    /// How many more there are to their right.
    public let hiddenRight: Int

    /// The row of lanes.
    public init(_ all: [Lane]) {
        let range = Self.window(of: all)
        lanes = all[range].map(\.withEveryShapeOnce)
        hiddenLeft = range.lowerBound
        hiddenRight = all.count - range.upperBound
    }

    /// The window with the most recommended lanes, and of those the one with most room on both their sides.
    private static func window(of all: [Lane]) -> Range<Int> {
        guard all.count > mostLanes else { return 0..<all.count }
        let recommended = all.indices.filter { all[$0].isRecommended }
        guard !recommended.isEmpty else {
            let start = (all.count - mostLanes) / 2
            return start..<start + mostLanes
        }
        var best = (count: 0, room: Int.min, start: 0)
        var (first, end) = (0, 0)
        for start in 0...(all.count - mostLanes) {
            while first < recommended.count, recommended[first] < start { first += 1 }
            while end < recommended.count, recommended[end] < start + mostLanes { end += 1 }
            guard end > first else { continue }
            let room = min(recommended[first] - start, start + mostLanes - 1 - recommended[end - 1])
            if (end - first, room) > (best.count, best.room) { best = (end - first, room, start) }
        }
        return best.start..<best.start + mostLanes
    }
}

extension Lane {
    /// A shape named twice is recommended if it is so once.
    fileprivate var withEveryShapeOnce: Lane {
        var once: [LaneDirection] = []
        for direction in directions {
            guard let index = once.firstIndex(where: { $0.shape == direction.shape }) else {
                once.append(direction)
                continue
            }
            if direction.isRecommended { once[index].isRecommended = true }
        }
        return Lane(directions: once)
    }
}
