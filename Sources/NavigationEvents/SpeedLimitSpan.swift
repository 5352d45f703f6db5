/// A stretch of a route with one speed limit.
public struct SpeedLimitSpan: Sendable, Hashable {
    /// Where the limit holds.
    public var span: GeometrySpan
    /// The limit.
    public var limit: SpeedLimit

    /// Makes a stretch with its limit.
    public init(span: GeometrySpan, limit: SpeedLimit) {
        self.span = span
        self.limit = limit
    }
}
