/// The parts that an announcement leaves out when time is short or the sentence long. Each case leaves out one part more
/// than the case before it; the maneuvers always stay, also the second of two: the names go first.
enum Brevity: Int, CaseIterable, Comparable {
    case nothing
    /// The lanes, the border and the toll.
    case lanes
    /// The street of the second maneuver.
    case nextName
    /// The name of the roundabout: the road after it says more.
    case roundaboutName
    /// The second destination of the signpost.
    case secondDestination
    /// The name of a street that also has a number.
    case numberedName
    /// The signpost; the street instead if only places are on the sign of a ramp.
    case signpost
    case streetName
    /// The landmark, in place of which the distance or "now" is announced.
    case landmark

    /// The names, in the order in which they are left out.
    static let names: [Brevity] = [
        .nextName, .roundaboutName, .secondDestination, .numberedName, .signpost, .streetName,
    ]

    static func < (one: Brevity, other: Brevity) -> Bool { one.rawValue < other.rawValue }
}
