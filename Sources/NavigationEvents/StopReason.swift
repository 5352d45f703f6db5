/// The reason why a navigation has ended.
public enum StopReason: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The destination was reached.
    case destinationReached = 1
    /// A person or a program requested it.
    case requested = 2
    /// Another navigation was started.
    case replaced = 3
    /// Near the destination, there was no movement or no position for minutes.
    case endedNearDestination = 4

    /// The value for an unknown number.
    public static let unrecognized = StopReason.unknown
}
