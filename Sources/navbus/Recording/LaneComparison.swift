/// Compares one lane of two recordings, event by event.
struct LaneComparison {
    /// Where they differ.
    struct Difference {
        /// Number of the event in its lane, from 1.
        var leftNumber: Int
        var rightNumber: Int
        /// `nil` where only the other recording has the event.
        var left: TapedEvent?
        var right: TapedEvent?
    }

    /// Events of each.
    private(set) var leftCount = 0
    private(set) var rightCount = 0
    /// The first differences, in order.
    private(set) var differences: [Difference] = []
    /// How many there are in all.
    private(set) var differenceCount = 0
    private let most: Int

    /// Compares to the end of both.
    ///
    /// - Parameter most: How many differences are kept.
    init(
        _ likeness: EventLikeness, most: Int, left: () throws -> TapedEvent?, right: () throws -> TapedEvent?
    ) rethrows {
        self.most = most
        var (mine, others) = (Window(), Window())
        while true {
            try mine.fill(from: left)
            try others.fill(from: right)
            guard let step = Self.step(mine, others, likeness) else { return }
            if step != .alike { note(step, mine.first, others.first) }
            if step != .onlyRight {
                leftCount += 1
                mine.drop()
            }
            if step != .onlyLeft {
                rightCount += 1
                others.drop()
            }
        }
    }

    /// What is to be made of the two next events.
    private enum Step {
        case alike, changed, onlyLeft, onlyRight
    }

    /// The next event and the one after it: an event more on one side must not make all that follow differ.
    private struct Window {
        var first: TapedEvent?
        var second: TapedEvent?
        private var isOver = false

        mutating func fill(from next: () throws -> TapedEvent?) rethrows {
            if first == nil { first = try take(next) }
            if second == nil { second = try take(next) }
        }

        mutating func drop() { (first, second) = (second, nil) }

        private mutating func take(_ next: () throws -> TapedEvent?) rethrows -> TapedEvent? {
            if isOver { return nil }
            let event = try next()
            isOver = event == nil
            return event
        }
    }

    private static func step(_ mine: Window, _ others: Window, _ likeness: EventLikeness) -> Step? {
        guard let left = mine.first else { return others.first == nil ? nil : .onlyRight }
        guard let right = others.first else { return .onlyLeft }
        if likeness.areAlike(left, right) { return .alike }
        if let after = mine.second, likeness.areAlike(after, right) { return .onlyLeft }
        if let after = others.second, likeness.areAlike(left, after) { return .onlyRight }
        return .changed
    }

    private mutating func note(_ step: Step, _ left: TapedEvent?, _ right: TapedEvent?) {
        differenceCount += 1
        guard differences.count < most else { return }
        differences.append(
            Difference(
                leftNumber: leftCount + 1, rightNumber: rightCount + 1, left: step == .onlyRight ? nil : left,
                right: step == .onlyLeft ? nil : right))
    }
}
