import Glibc
package import NavigationEvents

/// Metres per degree around a position, on the WGS84 ellipsoid.
package struct LocalScale {
    let metersPerDegreeEast: Double
    let metersPerDegreeNorth: Double

    /// The scale around a position.
    package init(at place: Coordinate) {
        let latitude = place.latitudeDegrees * .pi / 180
        metersPerDegreeEast = 111412.84 * cos(latitude) - 93.5 * cos(3 * latitude) + 0.118 * cos(5 * latitude)
        metersPerDegreeNorth = 111132.954 - 559.822 * cos(2 * latitude) + 1.175 * cos(4 * latitude)
    }

    /// Metres east and north from one position to another nearby.
    package func offsetMeters(from start: Coordinate, to end: Coordinate) -> (east: Double, north: Double) {
        var turn = end.longitudeDegrees - start.longitudeDegrees
        if turn > 180 { turn -= 360 }
        if turn < -180 { turn += 360 }
        return (turn * metersPerDegreeEast, (end.latitudeDegrees - start.latitudeDegrees) * metersPerDegreeNorth)
    }

    /// The position moved by metres, clamped to valid latitudes and longitudes.
    package func moved(_ place: Coordinate, eastMeters: Double, northMeters: Double) -> Coordinate {
        // At the poles a degree of longitude has no length.
        let east = metersPerDegreeEast > 1 ? eastMeters / metersPerDegreeEast : 0
        var longitude = place.longitudeDegrees + east
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        let latitude = place.latitudeDegrees + northMeters / metersPerDegreeNorth
        return Coordinate(latitudeDegrees: min(90, max(-90, latitude)), longitudeDegrees: longitude)
    }
}
