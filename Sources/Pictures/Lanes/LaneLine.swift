public import NavigationEvents

/// Lanes as a line of text, left to right: `[↰] [↰] ↑ ↑↱`. What is recommended stands in brackets, so that it is
/// seen without colour and survives every terminal.
public struct LaneLine: Hashable, Sendable {
    /// From left to right.
    public var lanes: [Lane]

    /// Makes the line of lanes.
    public init(lanes: [Lane]) { self.lanes = lanes }

    /// The line; empty without lanes.
    public var text: String { lanes.map(Self.text).joined(separator: " ") }

    private static func text(_ lane: Lane) -> String {
        lane.directions.map { $0.isRecommended ? "[\($0.shape.glyph)]" : $0.shape.glyph }.joined()
    }
}
