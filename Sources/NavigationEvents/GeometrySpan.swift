/// A section of a route between two of its vertices.
public struct GeometrySpan: Sendable, Hashable {
    /// Index in ``Route/geometry`` of the first vertex.
    public var fromIndex: Int
    /// Index in ``Route/geometry`` of the last vertex; greater than `fromIndex`.
    public var toIndex: Int

    /// Makes a section.
    public init(fromIndex: Int, toIndex: Int) {
        self.fromIndex = fromIndex
        self.toIndex = toIndex
    }
}
