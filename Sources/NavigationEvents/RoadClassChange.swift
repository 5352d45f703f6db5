/// Whether a maneuver enters or leaves a motorway or a motorroad, a road for motor vehicles only.
public enum RoadClassChange: Int32, OpenEnumeration {
    /// Neither.
    case none = 0
    /// The maneuver enters a motorway.
    case motorwayEnter = 1
    /// The maneuver leaves a motorway.
    case motorwayExit = 2
    /// The maneuver enters a motorroad.
    case motorroadEnter = 3
    /// The maneuver leaves a motorroad.
    case motorroadExit = 4

    /// The value for an unknown number.
    public static let unrecognized = RoadClassChange.none
}
