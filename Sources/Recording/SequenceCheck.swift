import NavigationEvents

/// Finds missing, repeated and disordered sequence numbers of runs and sessions.
struct SequenceCheck {
    private struct Key: Hashable {
        var run: UInt64
        var session: Session
    }

    /// The numbers of a session in a run: ascending ranges with holes between them.
    fileprivate struct Seen {
        var ranges: [ClosedRange<UInt64>]
        var highest: UInt64
        /// Number of missing numbers in holes that are no longer tracked.
        var settled: UInt64 = 0
    }

    /// Maximum number of ranges: above it, the lowest hole is counted as missing for good. A number that fills it later
    /// counts as repeated; in real recordings this does not happen.
    fileprivate static let maxRanges = 4096

    private var seen: [Key: Seen] = [:]
    private var knownRuns: Set<UInt64> = []
    private(set) var runs: [UInt64] = []
    private(set) var duplicates: UInt64 = 0
    private(set) var disordered: UInt64 = 0

    mutating func take(_ numbers: EnvelopeNumbers, session: Session) {
        let key = Key(run: numbers.run, session: session)
        let number = numbers.sequence
        guard var known = seen.removeValue(forKey: key) else {
            if knownRuns.insert(numbers.run).inserted { runs.append(numbers.run) }
            seen[key] = Seen(ranges: [number...number], highest: number)
            return
        }
        if number < known.highest { disordered += 1 }
        if !known.insert(number) { duplicates += 1 }
        known.highest = max(known.highest, number)
        seen[key] = known
    }

    /// Whether a gap is before the first or after the last number of its run and session.
    func isBeyond(_ gap: RecordingGap) -> Bool {
        guard let known = seen[Key(run: gap.run, session: gap.session)], let first = known.ranges.first else {
            return true
        }
        return gap.lastSequence < first.lowerBound || gap.firstSequence > known.highest
    }

    /// Number of missing numbers between the first and the last.
    var missing: UInt64 {
        seen.values.reduce(0) { sum, known in
            let pairs = zip(known.ranges, known.ranges.dropFirst())
            return sum.adding(
                clamped: pairs.reduce(known.settled) { $0.adding(clamped: $1.1.lowerBound - $1.0.upperBound - 1) })
        }
    }
}

extension SequenceCheck.Seen {
    /// Adds a number; `false` if it is already present.
    mutating func insert(_ number: UInt64) -> Bool {
        let index = index(of: number)
        if let index, ranges[index].contains(number) { return false }
        let before = index.flatMap { ranges[$0].upperBound &+ 1 == number ? $0 : nil }
        let next = index.map { $0 + 1 } ?? 0
        let after = next < ranges.count && number &+ 1 == ranges[next].lowerBound ? next : nil
        switch (before, after) {
        case (let before?, let after?):
            ranges[before] = ranges[before].lowerBound...ranges[after].upperBound
            ranges.remove(at: after)
        case (let before?, nil): ranges[before] = ranges[before].lowerBound...number
        case (nil, let after?): ranges[after] = number...ranges[after].upperBound
        case (nil, nil): ranges.insert(number...number, at: next)
        }
        if ranges.count > SequenceCheck.maxRanges { settle() }
        return true
    }

    /// The last range that begins at or before a number.
    private func index(of number: UInt64) -> Int? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    private mutating func settle() {
        settled = settled.adding(clamped: ranges[1].lowerBound - ranges[0].upperBound - 1)
        ranges[1] = ranges[0].lowerBound...ranges[1].upperBound
        ranges.removeFirst()
    }
}
