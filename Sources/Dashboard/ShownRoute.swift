public import NavigationEvents

/// The active route, for displays that draw its line.
public struct ShownRoute: Sendable, Hashable {
    /// The number of the route on this display, from 1: each new line has another number.
    public internal(set) var number: Int
    /// The id of the route, ``Route/id``.
    public internal(set) var id: String
    /// The provider that computed it; empty if unknown.
    public internal(set) var provider: String
    /// The line, from start to destination.
    public internal(set) var geometry: [Coordinate]
    /// The stopovers, the destination last; their names can be shown.
    public internal(set) var stopovers: [Stopover]
    /// The steps of all legs.
    public internal(set) var steps: [Step]
    /// Its length, metres.
    public internal(set) var distanceMeters: Double
    /// The mode of travel.
    public internal(set) var travelMode: TravelMode

    /// The position of the maneuver of a step; `nil` if the route has no such step.
    func point(ofStep number: Int) -> Coordinate? { steps.first { $0.number == number }.flatMap(point) }

    /// The maneuvers of all steps with their positions, in order.
    public var maneuvers: [(number: Int, maneuver: LaterManeuver, point: Coordinate)] {
        steps.compactMap { step in point(step).map { (step.number, LaterManeuver(step), $0) } }
    }

    private func point(_ step: Step) -> Coordinate? {
        geometry.indices.contains(step.geometryIndex) ? geometry[step.geometryIndex] : nil
    }
}
