/// A passage of walkers that begins at a maneuver.
public enum Passage: Int32, OpenEnumeration {
    /// None.
    case none = 0
    /// Stairs.
    case stairs = 1
    /// An escalator.
    case escalator = 2
    /// A lift.
    case lift = 3
    /// The entrance of a building.
    case buildingEnter = 4
    /// The exit of a building.
    case buildingExit = 5

    /// The value for an unknown number.
    public static let unrecognized = Passage.none
}
