/// Whether a maneuver enters or leaves a motorway or a motorroad, a road for motor vehicles only.
public enum RoadClassChange: Int32, OpenEnumeration {
    case none = 0
    case motorwayEnter = 1
    case motorwayExit = 2
    case motorroadEnter = 3
    case motorroadExit = 4

    /// The value for an unknown number.
    public static let unrecognized = RoadClassChange.none
}
