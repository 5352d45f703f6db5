public import NavigationEvents

/// Lanes as a line of text, left to right: `[↰] [↰] ↑ ↑↱`. What is recommended stands in brackets, so that it is
/// seen without colour and survives every terminal. Of more than ``LaneRow/mostLanes`` those around the recommended
/// ones are named, with `…` for the others; a lane without directions is a dash.
public struct LaneLine: Hashable, Sendable {
    /// From left to right.
    public var lanes: [Lane]

    /// Makes the line of lanes.
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
