/// A published event of one of the topics.
///
/// The enumeration is indirect: passing an event on then counts one reference instead of those of all its texts and
/// lists.
public indirect enum Event: Sendable, Hashable {
    /// An accepted fix, also while no navigation is active.
    case gps(Fix)
    /// The guidance computed from a fix.
    case navigation(NavigationInfo)
    /// Navigation along a route begins; precedes its first `navigation`.
    case navigationStarted(Route)
    /// Navigation has ended; published once, after its last `navigation`.
    case navigationStopped(StopReason)
    /// A report of a control or of the bus, for taps and people; never an input of guidance.
    case control(ControlReport)
    /// A request of a person to the controls.
    case command(ControlCommand)
    /// The direction in which the device points, at the rate of its compass.
    case heading(Heading)

    /// The time of the drive that the event itself has; `nil` for the start and the end of a navigation, reports and
    /// commands.
    public var time: Timestamp? {
        switch self {
        case .gps(let fix): fix.time
        case .navigation(let info): info.fix.time
        case .heading(let heading): heading.time
        case .navigationStarted, .navigationStopped, .control, .command: nil
        }
    }

    /// The topic under which the event is published.
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
