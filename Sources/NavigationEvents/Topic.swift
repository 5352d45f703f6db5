/// The topics of the bus, with the names of the wire.
public enum Topic: String, Sendable, Hashable, CaseIterable {
    /// Each accepted fix: ``Event/gps(_:)``.
    case onGPS
    /// The state of guidance after each fix: ``Event/navigation(_:)``.
    case onNavigation
    /// The route at the beginning of a navigation: ``Event/navigationStarted(_:)``.
    case onNavigationStarted
    /// The end of a navigation: ``Event/navigationStopped(_:)``.
    case onNavigationStopped
    /// The reports of controls: ``Event/control(_:)``.
    case onControl
    /// The commands of people: ``Event/command(_:)``.
    case onCommand
    /// The headings of a compass: ``Event/heading(_:)``.
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

    /// The topic with this index; `nil` if there is none.
    package init?(index: Int) {
        switch index {
        case 0: self = .onGPS
        case 1: self = .onNavigation
        case 2: self = .onNavigationStarted
        case 3: self = .onNavigationStopped
        case 4: self = .onControl
        case 5: self = .onCommand
        case 6: self = .onHeading
        default: return nil
        }
    }
}
