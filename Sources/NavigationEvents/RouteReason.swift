/// The reason why navigation along a route was started.
public enum RouteReason: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// A person or program requested it.
    case requested = 1
    /// The previous route was left.
    case rerouted = 2
    /// A better or newer route replaced the previous one.
    case replaced = 3

    /// The value for an unknown number.
    public static let unrecognized = RouteReason.unknown
}
