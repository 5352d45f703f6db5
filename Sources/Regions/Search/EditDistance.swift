/// The number of typing errors between two words: a letter inserted, left out or replaced, or two exchanged.
enum EditDistance {
    /// The distance; `nil` if it is larger than `limit`.
    static func between(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var (older, old) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var new = [row + 1]
            new.reserveCapacity(right.count + 1)
            var least = row + 1
            for column in right.indices {
                var cost = min(old[column + 1] + 1, new[column] + 1, old[column] + (letter == right[column] ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, older[column - 1] + 1)
                }
                new.append(cost)
                least = min(least, cost)
            }
            if least > limit { return nil }
            (older, old) = (old, new)
        }
        return old[right.count] <= limit ? old[right.count] : nil
    }

    /// The number of typing errors that are accepted in a word.
    static func limit(forLength count: Int) -> Int {
        switch count {
        case ..<3: 0
        case ..<6: 1
        case ..<11: 2
        default: 3
        }
    }
}
