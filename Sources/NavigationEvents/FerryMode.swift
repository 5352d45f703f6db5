/// Whether a maneuver boards or leaves a ferry.
public enum FerryMode: Int32, OpenEnumeration {
    /// Neither.
    case none = 0
    /// The maneuver leads onto a ferry.
    case enter = 1
    /// The maneuver leaves a ferry.
    case exit = 2

    /// The value for an unknown number.
    public static let unrecognized = FerryMode.none
}
