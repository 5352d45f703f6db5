/// Whether a maneuver boards or leaves a ferry.
public enum FerryMode: Int32, OpenEnumeration {
    case none = 0
    /// The maneuver leads onto a ferry.
    case enter = 1
    /// The maneuver leaves a ferry.
    case exit = 2

    /// What an unknown number reads as.
    public static let unrecognized = FerryMode.none
}
