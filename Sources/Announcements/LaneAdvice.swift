import NavigationEvents

/// The phrase that names the lanes to use. It exists only for several lanes of which some are wrong.
struct LaneAdvice: Hashable {
    /// The id of the phrase, without the prefix.
    var id: String
    /// The number of lanes that replaces `%n` in the phrase.
    var count: Int?

    /// Chooses the phrase for lanes; fails if every lane is right, if none is, or if no short phrase names them.
    ///
    /// - Parameter lanes: The lanes before a maneuver, left to right.
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

    /// Returns the advice for lanes near the edge, with wrong lanes outside of them.
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
