/// The phrases "onto" that depend on the name of a street: patterns of names, each with a text.
///
///     [streets]
///     "*straße" = "in die %n"      # * stands for the rest of the name
///     "#" = "auf die %n"           # # stands for the rest of a road number, here all of it
public struct StreetPatterns: Sendable, Hashable {
    private struct Pattern: Sendable, Hashable {
        var start: String
        var end: String
        var isRoadNumber: Bool
        var text: String

        /// The characters of a name that the pattern gives.
        var length: Int { start.count + end.count }

        /// Whether the pattern precedes another one. The beginning of a name decides more than its end: "Am Markt" is
        /// no market. Of two such patterns the longer one precedes.
        func precedes(_ other: Pattern) -> Bool {
            (start.isEmpty ? 0 : 1, length, start) > (other.start.isEmpty ? 0 : 1, other.length, other.start)
        }

        func fits(_ name: String, isRoadNumber isNumber: Bool) -> Bool {
            // The rest of the name must not be empty.
            (!isRoadNumber || isNumber) && name.hasPrefix(start) && name.hasSuffix(end) && name.count > length
        }
    }

    private var patterns: [Pattern] = []

    /// Creates the patterns of a language that has one phrase for all streets.
    public init() {}

    /// Whether there are no patterns.
    var isEmpty: Bool { patterns.isEmpty }

    /// Adds a pattern if it is valid.
    ///
    /// - Returns: Whether the pattern is valid: it has exactly one `*` or `#`.
    mutating func add(_ pattern: String, text: String) -> Bool {
        let parts = pattern.lowercased().split(omittingEmptySubsequences: false) { $0 == "*" || $0 == "#" }
        guard parts.count == 2 else { return false }
        let (start, end) = (String(parts[0]), String(parts[1]))
        patterns.append(Pattern(start: start, end: end, isRoadNumber: pattern.contains("#"), text: text))
        return true
    }

    /// Returns these patterns and those of `others` that they do not replace.
    func overlaid(on others: StreetPatterns) -> StreetPatterns {
        var merged = self
        merged.patterns += others.patterns.filter { other in
            !patterns.contains {
                $0.start == other.start && $0.end == other.end && $0.isRoadNumber == other.isRoadNumber
            }
        }
        return merged
    }

    /// Returns the text of the pattern that matches a name, without regard to case: of several patterns the longest with
    /// the beginning of the name, or else the longest; `nil` if no pattern matches or its text is empty.
    func text(for name: String) -> String? {
        let plain = name.lowercased()
        let isRoadNumber = RoadNumberNormalizer.isRoadNumber(name)
        let best = patterns.filter { $0.fits(plain, isRoadNumber: isRoadNumber) }.max { $1.precedes($0) }
        return best.flatMap { $0.text.isEmpty ? nil : $0.text }
    }
}
