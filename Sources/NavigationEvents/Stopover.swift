/// A point that the route reaches; stopovers are in order, the destination last.
public struct Stopover: Sendable, Hashable {
    /// The requested position; it may lie beside the road.
    public var position: Coordinate
    /// Index in ``Route/geometry`` of the vertex at which the leg ends.
    public var geometryIndex: Int
    /// Name or address from the router; empty if there is none.
    public var name: String

    /// Makes a stopover.
    public init(position: Coordinate, geometryIndex: Int, name: String = "") {
        self.position = position
        self.geometryIndex = geometryIndex
        self.name = name
    }
}
