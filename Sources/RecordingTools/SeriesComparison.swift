/// Compares one series of two recordings, event by event.
package struct SeriesComparison {
    /// A difference between the recordings.
    struct Difference {
        /// The number of the event in its series, from 1.
        var leftNumber: Int
        var rightNumber: Int
        /// The event; `nil` if only the other recording has it.
        var left: StoredEvent?
        var right: StoredEvent?
    }

    /// The number of events in each recording.
    private(set) var leftCount = 0
    private(set) var rightCount = 0
    /// The first differences, in order.
    private(set) var differences: [Difference] = []
    /// The number of all differences.
    package private(set) var differenceCount = 0
    private let limit: Int

    /// Compares both series to their ends.
    ///
    /// - Parameters:
    ///   - equivalence: Decides when events are equal.
    ///   - limit: How many differences are kept.
    ///   - left: Returns the next event of the first recording; `nil` after the last one.
    ///   - right: The same for the second recording.
    init(
        _ equivalence: EventEquivalence, limit: Int, left: () throws -> StoredEvent?, right: () throws -> StoredEvent?
    ) rethrows {
        self.limit = limit
        var (mine, others) = (Window(), Window())
        while true {
            try mine.fill(from: left)
            try others.fill(from: right)
            guard let step = Self.step(mine, others, equivalence) else { return }
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

    /// The relation of the two next events.
    private enum Step {
        case alike, changed, onlyLeft, onlyRight
    }

    /// The next two events of one recording, so that an additional event on one side is recognized.
    private struct Window {
        var first: StoredEvent?
        var second: StoredEvent?
        private var isOver = false

        mutating func fill(from next: () throws -> StoredEvent?) rethrows {
            if first == nil { first = try take(next) }
            if second == nil { second = try take(next) }
        }

        mutating func drop() { (first, second) = (second, nil) }

        private mutating func take(_ next: () throws -> StoredEvent?) rethrows -> StoredEvent? {
            if isOver { return nil }
            let event = try next()
            isOver = event == nil
            return event
        }
    }

    private static func step(_ mine: Window, _ others: Window, _ equivalence: EventEquivalence) -> Step? {
        guard let left = mine.first else { return others.first == nil ? nil : .onlyRight }
        guard let right = others.first else { return .onlyLeft }
        if equivalence.areEqual(left, right) { return .alike }
        if let after = mine.second, equivalence.areEqual(after, right) { return .onlyLeft }
        if let after = others.second, equivalence.areEqual(left, after) { return .onlyRight }
        return .changed
    }

    private mutating func note(_ step: Step, _ left: StoredEvent?, _ right: StoredEvent?) {
        differenceCount += 1
        guard differences.count < limit else { return }
        differences.append(
            Difference(
                leftNumber: leftCount + 1, rightNumber: rightCount + 1, left: step == .onlyRight ? nil : left,
                right: step == .onlyLeft ? nil : right))
    }
}
