/// The topics of the bus, spelled as on the wire.
public enum Topic: String, Sendable, Hashable, CaseIterable {
    case onGPS
    case onNavigation
    case onNavigationStarted
    case onNavigationStopped
    case onControl
    case onCommand
    case onHeading

    /// The topic of one session as it stands in the first frame: `onGPS/main`.
    ///
    /// ZeroMQ matches subscriptions by prefix and `onNavigation` is a prefix of `onNavigationStarted`; the
    /// slash keeps them, and the sessions of each, apart.
    public func wireName(session: Session) -> String { "\(rawValue)/\(session.name)" }
}
