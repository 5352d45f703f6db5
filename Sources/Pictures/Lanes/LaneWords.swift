public import NavigationEvents

/// Lanes in words for screen readers, from left to right: `4 lanes: recommended left, recommended left, straight,
/// straight or right`. The wording is technical, as in ``SignLine``; announcements have their own sentences.
public struct LaneWords: Hashable, Sendable {
    /// The lanes from left to right.
    public var lanes: [Lane]

    /// Creates the words of lanes.
    public init(lanes: [Lane]) { self.lanes = lanes }

    /// The words; empty without lanes.
    public var text: String {
        guard !lanes.isEmpty else { return "" }
        let row = LaneRow(lanes)
        let parts =
            Self.others(row.hiddenLeft, "left") + Self.runs(row.lanes.map(Self.words))
            + Self.others(row.hiddenRight, "right")
        return "\(lanes.count) lane\(lanes.count == 1 ? "" : "s"): \(parts.joined(separator: ", "))"
    }

    private static func others(_ count: Int, _ side: String) -> [String] {
        count == 0 ? [] : ["\(count) more on the \(side)"]
    }

    /// Counts three or more equal neighbours, so that they are not read one by one.
    private static func runs(_ words: [String]) -> [String] {
        var runs: [(words: String, count: Int)] = []
        for word in words {
            if runs.last?.words == word { runs[runs.count - 1].count += 1 } else { runs.append((word, 1)) }
        }
        return runs.flatMap { run in
            run.count > 2
                ? ["\(run.count) times \(run.words)"] : Array(repeating: run.words, count: run.count)
        }
    }

    private static func words(_ lane: Lane) -> String {
        guard !lane.directions.isEmpty else { return "unmarked" }
        return lane.directions.map { ($0.isRecommended ? "recommended " : "") + $0.shape.words }
            .joined(separator: " or ")
    }
}
