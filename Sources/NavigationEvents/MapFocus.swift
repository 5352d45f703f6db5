/// The part of the map that a person wants to see.
public enum MapFocus: Sendable, Hashable {
    /// The position: the map follows it.
    case position
    /// The whole route.
    case route
    /// The maneuver of the step with this ``Step/number``.
    case step(Int)
    /// A point.
    case point(Coordinate)

    /// The reason why the part is invalid and what to do; `nil` if it is valid.
    public var problem: String? {
        switch self {
        case .position, .route: nil
        case .step(let number): number >= 0 ? nil : "there is no step \(number): steps count from 0"
        case .point(let point):
            point.isValid ? nil : "the point is not on the Earth; use -90 to 90 and -180 to 180 degrees"
        }
    }
}
