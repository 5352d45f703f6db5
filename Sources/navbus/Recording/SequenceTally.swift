import NavigationEvents

/// Which numbers of a row have been seen: finds holes and doubles.
struct SequenceTally {
    /// The lowest number seen; 0 before the first.
    private(set) var first: UInt64 = 0
    /// The highest number seen; 0 before the first.
    private(set) var last: UInt64 = 0
    /// Numbers seen a second time.
    private(set) var duplicates = 0
    /// Numbers between the first and the last that were not seen, in order.
    private(set) var holes: [ClosedRange<UInt64>] = []

    /// How many numbers are missing.
    var missing: UInt64 { holes.reduce(0) { $0.adding(clamped: ($1.upperBound - $1.lowerBound).adding(clamped: 1)) } }

    /// Takes note of a number, from 1.
    mutating func note(_ number: UInt64) {
        if last == 0 {
            (first, last) = (number, number)
        } else if number > last {
            if number - last > 1 { holes.append(last + 1...number - 1) }
            last = number
        } else if number < first {
            if first - number > 1 { holes.insert(number + 1...first - 1, at: 0) }
            first = number
        } else {
            fill(number)
        }
    }

    /// A number that comes late closes a part of a hole; any other is a double.
    private mutating func fill(_ number: UInt64) {
        guard let place = holes.lastIndex(where: { $0.contains(number) }) else {
            duplicates += 1
            return
        }
        let hole = holes.remove(at: place)
        if number < hole.upperBound { holes.insert(number + 1...hole.upperBound, at: place) }
        if number > hole.lowerBound { holes.insert(hole.lowerBound...number - 1, at: place) }
    }
}
