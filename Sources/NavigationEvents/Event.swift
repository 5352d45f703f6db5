/// Everything that is published on the bus.
///
/// Indirect, so that handing an event on counts one reference, not those of all texts and lists within.
public indirect enum Event: Sendable, Hashable {
    /// An accepted fix, also when no navigation is active.
    case gps(Fix)
    /// The guidance computed from a fix.
    case navigation(NavigationInfo)
    /// Navigation along a route begins; comes before its first `navigation`.
    case navigationStarted(Route)
    /// Navigation has ended; comes once, after its last `navigation`.
    case navigationStopped
    /// What a control, or the bus itself, reports: for taps and people, never an input of guidance.
    case control(ControlReport)
    /// What a person asks of the controls.
    case command(ControlCommand)
    /// Where the device points, as often as its compass says it.
    case heading(Heading)

    /// The topic the event is published under.
    public var topic: Topic {
        switch self {
        case .gps: .onGPS
        case .navigation: .onNavigation
        case .navigationStarted: .onNavigationStarted
        case .navigationStopped: .onNavigationStopped
        case .control: .onControl
        case .command: .onCommand
        case .heading: .onHeading
        }
    }
}
