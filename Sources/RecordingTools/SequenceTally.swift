import NavigationEvents

/// Finds gaps and duplicates in the numbers of a series.
struct SequenceTally {
    /// Ranges of consecutive numbers, in the order of arrival. They are sorted only once, at the end.
    private var runs: [ClosedRange<UInt64>] = []

    /// The lowest number seen; 0 before the first.
    var first: UInt64 { runs.map(\.lowerBound).min() ?? 0 }
    /// The highest number seen; 0 before the first.
    var last: UInt64 { runs.map(\.upperBound).max() ?? 0 }

    /// Adds a number.
    package mutating func note(_ number: UInt64) {
        if let run = runs.last, number > 0, run.upperBound == number - 1 {
            runs[runs.count - 1] = run.lowerBound...number
        } else {
            runs.append(number...number)
        }
    }

    /// The missing numbers between the first and the last, in order.
    var holes: [ClosedRange<UInt64>] {
        zip(distinct, distinct.dropFirst()).map { $0.upperBound + 1...$1.lowerBound - 1 }
    }

    /// The count of missing numbers.
    package var missing: UInt64 { holes.reduce(0) { $0.adding(clamped: count($1)) } }

    /// The count of numbers that were seen again.
    var duplicates: UInt64 {
        let all: UInt64 = runs.reduce(0) { $0.adding(clamped: count($1)) }
        return distinct.reduce(all) { $0 - min($0, count($1)) }
    }

    private func count(_ run: ClosedRange<UInt64>) -> UInt64 { (run.upperBound - run.lowerBound).adding(clamped: 1) }

    /// The seen numbers as disjoint ranges, in order.
    private var distinct: [ClosedRange<UInt64>] {
        var merged: [ClosedRange<UInt64>] = []
        for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, run.lowerBound <= last.upperBound.adding(clamped: 1) {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
            } else {
                merged.append(run)
            }
        }
        return merged
    }
}
