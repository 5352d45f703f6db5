/// Why navigation along a route was started.
public enum RouteReason: Int32, OpenEnumeration {
    case unknown = 0
    /// A person or program asked for it.
    case requested = 1
    /// The old route was left.
    case rerouted = 2
    /// A better or fresher route took the place of the old one.
    case replaced = 3

    /// What an unknown number reads as.
    public static let unrecognized = RouteReason.unknown
}
