public import NavigationEvents

/// Turns guidance into something a person hears, sees or feels.
///
/// A control decides only *how*; guidance has already decided *what* and *when*. The callbacks come one after
/// another, in the order of publishing, each event once. A control that starts late first gets the present state as
/// if it had just happened: the start of the navigation, its latest guidance, the latest fix. A type with four empty
/// bodies is a working control; ``ControlProcess`` makes a process out of it.
public protocol NavigationControl {
    /// A fix was accepted, also when no navigation is active.
    mutating func onGPS(_ fix: Fix)

    /// The whole present moment of guidance, and the very fix it was computed from.
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix)

    /// Navigation along a route begins; comes before its first `onNavigation`. Also called, without a stop in
    /// between, when another route replaces the present one.
    mutating func onNavigationStarted(_ route: Route)

    /// Navigation has ended; comes once, after its last `onNavigation`. Displays go blank.
    mutating func onNavigationStopped()

    /// Whether it carries out what people ask (``onCommand(_:)``): the bus refuses what nobody does. By default it does
    /// not, and is not called back with it.
    static var takesCommands: Bool { get }

    /// A person asks for something, or, at the start, what was asked before is told: then the action is `nil` and the
    /// state alone counts. By default nothing happens.
    mutating func onCommand(_ command: ControlCommand)

    /// Whether it is told where the device points (``onHeading(_:)``): as often as a compass says it, up to fifty times a
    /// second. By default it is not, and has the heading of each fix alone.
    static var takesHeadings: Bool { get }

    /// The device points elsewhere now, also between two fixes, and without any. By default nothing happens.
    mutating func onHeading(_ heading: Heading)

    /// Whether it shows how the controls fare: then it is called back with what they report (``onReport(_:)``), and once
    /// a second with the status of the bus (``onStatus(_:)``). By default it is not.
    static var watchesControls: Bool { get }

    /// Whether it is called back with what the others report (``onReport(_:)``), also without their status. By default
    /// those do who watch the controls.
    static var hearsReports: Bool { get }

    /// Another control, or the bus, reports: words that are said, a sign that is shown, a warning, a failure. What was
    /// reported before this control joined is not told, nor what it reports itself. By default nothing happens.
    mutating func onReport(_ report: ControlReport)

    /// How the bus and its controls fare: once a second, also while nothing else comes, so that it is the tick of a
    /// display as well. By default nothing happens.
    ///
    /// - Parameter status: `nil` if the bus has not answered within a second.
    mutating func onStatus(_ status: BusStatus?)
}

extension NavigationControl {
    /// Leaves what people ask to others.
    public static var takesCommands: Bool { false }

    /// Leaves it to others.
    public mutating func onCommand(_ command: ControlCommand) {}

    /// Has the heading of each fix alone.
    public static var takesHeadings: Bool { false }

    /// Leaves it be.
    public mutating func onHeading(_ heading: Heading) {}

    /// Leaves the other controls alone.
    public static var watchesControls: Bool { false }

    /// Those who watch the controls do.
    public static var hearsReports: Bool { watchesControls }

    /// Shows nothing of it.
    public mutating func onReport(_ report: ControlReport) {}

    /// Shows nothing of it.
    public mutating func onStatus(_ status: BusStatus?) {}
}
