/// A stretch of a route between two of its vertices.
public struct GeometrySpan: Sendable, Hashable {
    /// Index into ``Route/geometry`` where the stretch begins.
    public var fromIndex: Int
    /// Index into ``Route/geometry`` where the stretch ends; greater than `fromIndex`.
    public var toIndex: Int

    /// Makes a stretch.
    public init(fromIndex: Int, toIndex: Int) {
        self.fromIndex = fromIndex
        self.toIndex = toIndex
    }
}
