import NavigationEvents

/// Looks for what is missing, double or out of order in the sequence numbers of runs and sessions.
struct SequenceCheck {
    private struct Key: Hashable {
        var run: UInt64
        var session: Session
    }

    /// What was seen of a session of a run: ranges of numbers, in ascending order, with holes between them.
    fileprivate struct Seen {
        var ranges: [ClosedRange<UInt64>]
        var highest: UInt64
    }

    private var seen: [Key: Seen] = [:]
    private(set) var runs: [UInt64] = []
    private(set) var duplicates: UInt64 = 0
    private(set) var disordered: UInt64 = 0

    mutating func take(_ numbers: EnvelopeNumbers, session: Session) {
        let key = Key(run: numbers.run, session: session)
        let number = numbers.sequence
        if !runs.contains(numbers.run) { runs.append(numbers.run) }
        guard var known = seen.removeValue(forKey: key) else {
            seen[key] = Seen(ranges: [number...number], highest: number)
            return
        }
        if number < known.highest { disordered += 1 }
        if !known.insert(number) { duplicates += 1 }
        known.highest = max(known.highest, number)
        seen[key] = known
    }

    /// Numbers between the first and the last one that never came.
    var missing: UInt64 {
        seen.values.reduce(0) { sum, known in
            let pairs = zip(known.ranges, known.ranges.dropFirst())
            return sum + pairs.reduce(0) { $0 + $1.1.lowerBound - $1.0.upperBound - 1 }
        }
    }
}

extension SequenceCheck.Seen {
    /// Adds a number; `false` if it is there already.
    mutating func insert(_ number: UInt64) -> Bool {
        let place = ranges.lastIndex { $0.lowerBound <= number }
        if let place, ranges[place].contains(number) { return false }
        let before = place.flatMap { ranges[$0].upperBound &+ 1 == number ? $0 : nil }
        let next = place.map { $0 + 1 } ?? 0
        let after = next < ranges.count && number &+ 1 == ranges[next].lowerBound ? next : nil
        switch (before, after) {
        case (let before?, let after?):
            ranges[before] = ranges[before].lowerBound...ranges[after].upperBound
            ranges.remove(at: after)
        case (let before?, nil): ranges[before] = ranges[before].lowerBound...number
        case (nil, let after?): ranges[after] = number...ranges[after].upperBound
        case (nil, nil): ranges.insert(number...number, at: next)
        }
        return true
    }
}
