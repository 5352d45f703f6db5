import Glibc
package import NavigationEvents

/// Metres per degree on the WGS84 ellipsoid around one latitude.
///
/// The series is exact to a few millimetres over ten kilometres, where a sphere is wrong by metres per kilometre.
package struct LocalScale: Sendable {
    package let metersPerDegreeEast: Double
    package let metersPerDegreeNorth: Double

    /// The scale at a latitude.
    package init(latitudeDegrees: Double) {
        // Multiple angles from one cosine: building a long route takes one of these for every vertex.
        let c = cos(latitudeDegrees * .pi / 180)
        let c2 = c * c
        let cos2 = 2 * c2 - 1
        let cos3 = (4 * c2 - 3) * c
        let cos4 = 8 * c2 * (c2 - 1) + 1
        let cos5 = ((16 * c2 - 20) * c2 + 5) * c
        // The minimum keeps a step over the pole finite.
        metersPerDegreeEast = max(111_412.84 * c - 93.5 * cos3 + 0.118 * cos5, 1)
        metersPerDegreeNorth = 111_132.954 - 559.822 * cos2 + 1.175 * cos4
    }

    /// The scale at a position.
    package init(at position: Coordinate) { self.init(latitudeDegrees: position.latitudeDegrees) }

    /// Metres east and north from one position to another nearby.
    package func offsetMeters(from start: Coordinate, to end: Coordinate) -> (east: Double, north: Double) {
        (
            Angle.wrapped180(end.longitudeDegrees - start.longitudeDegrees) * metersPerDegreeEast,
            (end.latitudeDegrees - start.latitudeDegrees) * metersPerDegreeNorth
        )
    }

    /// A position moved by metres. The result is a valid coordinate, also at the poles and across the antimeridian.
    package func moved(_ position: Coordinate, eastMeters: Double, northMeters: Double) -> Coordinate {
        // At the poles a degree east has no length.
        let east = metersPerDegreeEast > 1 ? eastMeters / metersPerDegreeEast : 0
        let latitude = position.latitudeDegrees + northMeters / metersPerDegreeNorth
        return Coordinate(
            latitudeDegrees: min(90, max(-90, latitude)),
            longitudeDegrees: Angle.wrapped180(position.longitudeDegrees + east))
    }
}
