package import NavigationEvents

extension Coordinate {
    /// Metres east and north to another position nearby, by the scale of the latitude between the two.
    package func offsetMeters(to other: Coordinate) -> (east: Double, north: Double) {
        LocalScale(latitudeDegrees: (latitudeDegrees + other.latitudeDegrees) / 2).offsetMeters(from: self, to: other)
    }

    /// Metres to another position; exact to millimetres per kilometre over the segments of a route.
    package func distanceMeters(to other: Coordinate) -> Double {
        let (east, north) = offsetMeters(to: other)
        return (east * east + north * north).squareRoot()
    }

    /// The direction to another position in 0..<360, clockwise from north; `nil` if the positions are equal.
    package func bearingDegrees(to other: Coordinate) -> Double? {
        let (east, north) = offsetMeters(to: other)
        return Angle.bearing(eastMeters: east, northMeters: north)
    }
}

extension Collection<Coordinate> {
    /// The distance of each point of a line from its beginning, in metres along the line.
    package var distancesAlongMeters: [Double] {
        var distances: [Double] = []
        distances.reserveCapacity(count)
        var sum = 0.0
        var previous: Coordinate?
        for point in self {
            if let previous { sum += previous.distanceMeters(to: point) }
            distances.append(sum)
            previous = point
        }
        return distances
    }
}
