/// The state of a navigation.
public enum NavigationState: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// A route is followed; there is a current step.
    case enroute = 1
    /// The route was left and another one is searched; there is no current step.
    case rerouting = 2
    /// No navigation is active; displays are empty.
    case stopped = 3

    /// The value for an unknown number.
    public static let unrecognized = NavigationState.unknown
}
