/// The topics of the bus, with the names of the wire.
public enum Topic: String, Sendable, Hashable, CaseIterable {
    case onGPS
    case onNavigation
    case onNavigationStarted
    case onNavigationStopped
    case onControl
    case onCommand
    case onHeading

    /// The topic of one session as in the first frame: `onGPS/main`.
    ///
    /// ZeroMQ matches subscriptions by prefix, and `onNavigation` is a prefix of `onNavigationStarted`; the slash
    /// separates them, and the sessions of each.
    public func wireName(session: Session) -> String { "\(rawValue)/\(session.name)" }

    /// Index in ``allCases``.
    package var index: Int {
        switch self {
        case .onGPS: 0
        case .onNavigation: 1
        case .onNavigationStarted: 2
        case .onNavigationStopped: 3
        case .onControl: 4
        case .onCommand: 5
        case .onHeading: 6
        }
    }
}
