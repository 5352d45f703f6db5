/// A position on the WGS84 ellipsoid.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north of the equator, -90...90.
    public var latitudeDegrees: Double
    /// Degrees east of Greenwich, -180...180.
    public var longitudeDegrees: Double

    /// Makes a position from its angles; nothing is checked, see ``isValid``.
    @inlinable
    public init(latitudeDegrees: Double, longitudeDegrees: Double) {
        self.latitudeDegrees = latitudeDegrees
        self.longitudeDegrees = longitudeDegrees
    }

    /// Whether both angles are finite and in range.
    public var isValid: Bool {
        (-90...90).contains(latitudeDegrees) && (-180...180).contains(longitudeDegrees)
    }
}
