/// How the way to a street is said that is named in a certain manner, from a table: the pattern of a name and its text.
///
///     [streets]
///     "*straße" = "in die %n"      # * is the rest of the name
///     "#" = "auf die %n"           # # is the rest of a road number, here all of it
public struct StreetPatterns: Sendable, Hashable {
    private struct Pattern: Sendable, Hashable {
        var start: String
        var end: String
        var isRoadNumber: Bool
        var text: String

        /// The more of a name it gives, the better it fits.
        var rank: (Int, String) { (start.count + end.count, start) }

        func fits(_ name: String, isRoadNumber isNumber: Bool) -> Bool {
            // The rest of the name is not empty.
            (!isRoadNumber || isNumber) && name.count > start.count + end.count && name.hasPrefix(start)
                && name.hasSuffix(end)
        }
    }

    private var patterns: [Pattern] = []

    /// A language that goes to all streets alike.
    public init() {}

    /// Whether it goes to all streets alike.
    var isEmpty: Bool { patterns.isEmpty }

    /// Adds a pattern.
    ///
    /// - Returns: Whether it is one: it has exactly one `*` or `#`.
    mutating func add(_ pattern: String, text: String) -> Bool {
        let parts = pattern.lowercased().split(omittingEmptySubsequences: false) { $0 == "*" || $0 == "#" }
        guard parts.count == 2 else { return false }
        let (start, end) = (String(parts[0]), String(parts[1]))
        patterns.append(Pattern(start: start, end: end, isRoadNumber: pattern.contains("#"), text: text))
        return true
    }

    /// These, and behind them those of `others` that they do not change.
    func over(_ others: StreetPatterns) -> StreetPatterns {
        var merged = self
        merged.patterns += others.patterns.filter { other in
            !patterns.contains {
                $0.start == other.start && $0.end == other.end && $0.isRoadNumber == other.isRoadNumber
            }
        }
        return merged
    }

    /// The text of the longest pattern that a name fits, in capital letters or not; `nil` if none does, or it is empty.
    func text(for name: String) -> String? {
        let plain = name.lowercased()
        let isRoadNumber = RoadNumberNormalizer.isRoadNumber(name)
        let best = patterns.filter { $0.fits(plain, isRoadNumber: isRoadNumber) }.max { $0.rank < $1.rank }
        return best.flatMap { $0.text.isEmpty ? nil : $0.text }
    }
}
