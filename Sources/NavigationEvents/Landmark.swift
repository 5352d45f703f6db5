/// An object beside or on the road by which the driver, rider or walker recognizes a maneuver.
///
/// It is certain: no other of its kind on the way, or within sight of the maneuver, can be mistaken for it, except those
/// in ``earlierMeters``, which are counted.
public struct Landmark: Sendable, Hashable {
    /// The object.
    public var kind: LandmarkKind
    /// Its name in the map ("Peterskirche"); empty if it has none.
    public var name: String
    /// The position of the maneuver relative to the landmark.
    public var relation: LandmarkRelation
    /// The side of the road before the maneuver on which it is.
    public var side: LandmarkSide
    /// Metres from the landmark to the maneuver along the route; negative for a landmark after the maneuver.
    public var distanceToManeuverMeters: Double
    /// Metres from the others of its kind on the way to the maneuver, the first one first; at most two. Empty for a landmark
    /// that is unique within sight.
    public var earlierMeters: [Double]
    /// Metres before the maneuver from which the landmark is certain; from farther away there may be others of its kind.
    public var certainMeters: Double
    /// The number of steps of stairs; `nil` if it is unknown, or for another kind.
    public var stairCount: Int?

    /// Makes a landmark.
    public init(
        kind: LandmarkKind,
        name: String = "",
        relation: LandmarkRelation = .at,
        side: LandmarkSide = .none,
        distanceToManeuverMeters: Double = 0,
        earlierMeters: [Double] = [],
        certainMeters: Double,
        stairCount: Int? = nil
    ) {
        self.kind = kind
        self.name = name
        self.relation = relation
        self.side = side
        self.distanceToManeuverMeters = distanceToManeuverMeters
        self.earlierMeters = earlierMeters
        self.certainMeters = certainMeters
        self.stairCount = stairCount
    }
}
