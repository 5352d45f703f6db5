import Geodesy
public import NavigationEvents

/// The route on a map.
public struct MapRoute: Hashable, Sendable {
    /// The part of the line behind the vehicle.
    public var driven: [Coordinate]
    /// The part of the line ahead of the vehicle.
    public var remaining: [Coordinate]

    /// Creates a route of its two parts.
    public init(driven: [Coordinate] = [], remaining: [Coordinate]) {
        self.driven = driven
        self.remaining = remaining
    }

    /// Divides the line of a route at the vehicle.
    ///
    /// - Parameters:
    ///   - line: The line from start to destination.
    ///   - drivenMeters: The length of the driven part.
    public init(_ line: [Coordinate], drivenMeters: Double) {
        let distances = line.distancesAlongMeters
        guard drivenMeters > 0, let next = distances.firstIndex(where: { $0 > drivenMeters }), next > 0 else {
            let isDriven = drivenMeters > 0 && !line.isEmpty
            self.init(driven: isDriven ? line : [], remaining: isDriven ? [] : line)
            return
        }
        let share = (drivenMeters - distances[next - 1]) / (distances[next] - distances[next - 1])
        let (from, to) = (line[next - 1], line[next])
        let middle = Coordinate(
            latitudeDegrees: from.latitudeDegrees + (to.latitudeDegrees - from.latitudeDegrees) * share,
            longitudeDegrees: from.longitudeDegrees
                + Angle.wrapped180(to.longitudeDegrees - from.longitudeDegrees) * share)
        self.init(driven: line[..<next] + [middle], remaining: [middle] + line[next...])
    }
}

/// The vehicle on a map.
public struct MapPosition: Hashable, Sendable {
    /// Where it is.
    public var coordinate: Coordinate
    /// Its direction, degrees clockwise from north; `nil` if it is unknown.
    public var headingDegrees: Double?

    /// Creates a position.
    public init(_ coordinate: Coordinate, headingDegrees: Double? = nil) {
        self.coordinate = coordinate
        self.headingDegrees = headingDegrees
    }
}
