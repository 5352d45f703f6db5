/// One of the eight points of the compass, named for people.
public enum CompassPoint: String, Sendable, Hashable, CaseIterable {
    case north, northeast, east, southeast, south, southwest, west, northwest

    /// The point nearest to a direction in degrees clockwise from true north; `nil` if that is not 0..<360.
    public init?(degrees: Double) {
        guard PhysicalRange.directionDegrees.contains(degrees) else { return nil }
        let points = Self.allCases
        self = points[Int((degrees / 45).rounded()) % points.count]
    }
}
