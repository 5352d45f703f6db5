public import NavigationEvents

/// The lanes that are shown: all of them, or of more than ``maxLanes`` those around the recommended ones.
public struct LaneRow: Hashable, Sendable {
    /// The maximum number of shown lanes.
    public static let maxLanes = 16

    /// The shown lanes, from left to right, each with distinct shapes.
    public let lanes: [Lane]
    /// The number of hidden lanes to the left.
    public let hiddenLeft: Int
    /// The number of hidden lanes to the right.
    public let hiddenRight: Int

    /// Selects the shown lanes.
    public init(_ all: [Lane]) {
        let range = Self.window(of: all)
        lanes = all[range].map(\.withEveryShapeOnce)
        hiddenLeft = range.lowerBound
        hiddenRight = all.count - range.upperBound
    }

    /// The window with the most recommended lanes; of several, the one that centres them best.
    private static func window(of all: [Lane]) -> Range<Int> {
        guard all.count > maxLanes else { return 0..<all.count }
        let recommended = all.indices.filter { all[$0].isRecommended }
        guard !recommended.isEmpty else {
            let start = (all.count - maxLanes) / 2
            return start..<start + maxLanes
        }
        var best = (count: 0, room: Int.min, start: 0)
        var (first, end) = (0, 0)
        for start in 0...(all.count - maxLanes) {
            while first < recommended.count, recommended[first] < start { first += 1 }
            while end < recommended.count, recommended[end] < start + maxLanes { end += 1 }
            guard end > first else { continue }
            let room = min(recommended[first] - start, start + maxLanes - 1 - recommended[end - 1])
            if (end - first, room) > (best.count, best.room) { best = (end - first, room, start) }
        }
        return best.start..<best.start + maxLanes
    }
}

extension Lane {
    /// The lane with distinct shapes; a repeated shape is recommended if one of its copies is.
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
