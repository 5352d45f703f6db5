public import NavigationEvents

/// Lanes as a line of text, from left to right: `[↰] [↰] ↑ ↑↱`.
///
/// Recommended directions are in brackets, so that they need no colour. A lane without directions is a dash. Of more
/// than ``LaneRow/maxLanes``, only those around the recommended ones are listed, with `…` for the others.
public struct LaneLine: Hashable, Sendable {
    /// The lanes from left to right.
    public var lanes: [Lane]

    /// Creates the line of lanes.
    public init(lanes: [Lane]) { self.lanes = lanes }

    /// The line; empty without lanes.
    public var text: String {
        let row = LaneRow(lanes)
        let others = (left: row.hiddenLeft > 0 ? ["…"] : [], right: row.hiddenRight > 0 ? ["…"] : [])
        return (others.left + row.lanes.map(Self.text) + others.right).joined(separator: " ")
    }

    private static func text(_ lane: Lane) -> String {
        guard !lane.directions.isEmpty else { return "–" }
        return lane.directions.map { $0.isRecommended ? "[\($0.shape.glyph)]" : $0.shape.glyph }.joined()
    }
}
