/// A section of a route with one speed limit.
public struct SpeedLimitSpan: Sendable, Hashable {
    /// The section.
    public var span: GeometrySpan
    /// The limit.
    public var limit: SpeedLimit

    /// Makes a section with its limit.
    public init(span: GeometrySpan, limit: SpeedLimit) {
        self.span = span
        self.limit = limit
    }
}
