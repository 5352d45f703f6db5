/// A place the route is to reach: the stopovers in order, the destination last.
public struct Stopover: Sendable, Hashable {
    /// The place asked for; it may lie beside the road.
    public var position: Coordinate
    /// Index into ``Route/geometry`` of the vertex where the leg ends.
    public var geometryIndex: Int
    /// Name or address where the router gave one; else empty.
    public var name: String

    /// Makes a stopover.
    public init(position: Coordinate, geometryIndex: Int, name: String = "") {
        self.position = position
        self.geometryIndex = geometryIndex
        self.name = name
    }
}
