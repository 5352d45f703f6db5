public import NavigationEvents

/// What a screen reader says of lanes, left to right: `4 lanes: recommended left, recommended left, straight, straight
/// or right`. Technical wording as that of ``SignLine``; sentences for people come from the announcements.
public struct LaneWords: Hashable, Sendable {
    /// From left to right.
    public var lanes: [Lane]

    /// Makes the words of lanes.
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

    /// Three or more neighbours that are alike are counted, so that they are not read out one by one.
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
