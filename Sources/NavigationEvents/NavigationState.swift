/// What the guidance loop is doing.
public enum NavigationState: Int32, OpenEnumeration {
    case unknown = 0
    /// A route is being followed; a current step is present.
    case enroute = 1
    /// The route was left and a new one is awaited; there is no current step.
    case rerouting = 2
    /// No navigation is active; displays are clear.
    case stopped = 3

    /// What an unknown number reads as.
    public static let unrecognized = NavigationState.unknown
}
