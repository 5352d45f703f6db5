/// One lane before a maneuver. Lanes are listed from left to right, whatever the driving side.
public struct Lane: Sendable, Hashable {
    /// The directions that the lane allows, from left to right; at least one.
    public var directions: [LaneDirection]

    /// Makes a lane from its directions.
    public init(directions: [LaneDirection]) {
        self.directions = directions
    }

    /// Whether any direction of this lane follows the route.
    public var isRecommended: Bool { directions.contains(where: \.isRecommended) }
}
