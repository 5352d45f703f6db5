import NavigationEvents

/// Which lanes lead on, as a phrase says it. Only where it matters: several lanes, some of them wrong.
struct LaneAdvice: Hashable {
    /// The phrase, without its prefix.
    var id: String
    /// What is said for `%n` in it.
    var count: Int?

    /// - Parameter lanes: The lanes before a maneuver, left to right.
    /// - Returns: `nil` where every lane leads on, or none, or which ones cannot be said in one breath.
    init?(_ lanes: [Lane]) {
        let right = lanes.indices.filter { lanes[$0].isRecommended }
        guard let first = right.first, let last = right.last, right.count < lanes.count else { return nil }
        let fromRight = lanes.count - 1 - last
        if right.count == 2, first == 0, fromRight == 0, lanes.count > 2 {
            self.init(id: "lanesOuter")
        } else if last - first + 1 != right.count {
            return nil
        } else if first == 0 {
            self = .edge("Left", right.count)
        } else if fromRight == 0 {
            self = .edge("Right", right.count)
        } else if first == fromRight {
            guard right.count <= 3 else { return nil }
            self.init(id: "lanesMiddle\(right.count)")
        } else if let inner = LaneAdvice.inner(right.count, from: min(first, fromRight), isLeft: first < fromRight) {
            self = inner
        } else {
            return nil
        }
    }

    private init(id: String, count: Int? = nil) {
        self.id = id
        self.count = count
    }

    private static func edge(_ side: String, _ count: Int) -> LaneAdvice {
        count <= 3 ? LaneAdvice(id: "lanes\(side)\(count)") : LaneAdvice(id: "lanes\(side)More", count: count)
    }

    /// Lanes near the edge, with some wrong ones outside of them.
    private static func inner(_ count: Int, from edge: Int, isLeft: Bool) -> LaneAdvice? {
        let side = isLeft ? "Left" : "Right"
        switch (count, edge) {
        case (1, 1): return LaneAdvice(id: "lanesSecond\(side)")
        case (1, 2): return LaneAdvice(id: "lanesThird\(side)")
        case (2, 1): return LaneAdvice(id: "lanesSecondThird\(side)")
        default: return nil
        }
    }
}
