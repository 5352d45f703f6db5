public import NavigationEvents

/// A control: it turns events into something that a person hears, sees or feels.
///
/// A control decides only *how*; guidance has already decided *what* and *when*. The callbacks come one after another,
/// in the order of publishing, each event once. A control that joins late first receives the current state as events:
/// the start of the navigation, the latest guidance, the latest fix. A type with four empty bodies is a working
/// control; ``ControlProcess`` runs it as a process.
public protocol NavigationControl {
    /// Called for each accepted fix, also while no navigation is active.
    mutating func onGPS(_ fix: Fix)

    /// Called with the complete state of guidance, and the fix from which it was computed.
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix)

    /// Called when navigation along a route begins, before its first `onNavigation`; and, without a stop in between,
    /// when another route replaces the current one.
    mutating func onNavigationStarted(_ route: Route)

    /// Called once when navigation has ended, after its last `onNavigation`. Displays go blank.
    mutating func onNavigationStopped()

    /// Whether the control handles commands (``onCommand(_:)``). The bus refuses a command that no control of the
    /// session handles. Default: `false`, and `onCommand` is not called.
    static var acceptsCommands: Bool { get }

    /// Called with a command of a person, or, after joining, with the state of earlier commands: the action is then
    /// `nil`. Default: nothing happens.
    mutating func onCommand(_ command: ControlCommand)

    /// Whether the control receives headings (``onHeading(_:)``), up to fifty a second. Default: `false`; the control
    /// then has only the heading of each fix.
    static var acceptsHeadings: Bool { get }

    /// Called when the heading of the device changes, also between fixes and without them. Default: nothing happens.
    mutating func onHeading(_ heading: Heading)

    /// Whether the control shows the state of the other controls: it then receives their reports (``onReport(_:)``)
    /// and, once a second, the status of the bus (``onStatus(_:)``). Default: `false`.
    static var watchesControls: Bool { get }

    /// Whether the control receives the reports of the others (``onReport(_:)``). Default: the value of
    /// ``watchesControls``.
    static var receivesReports: Bool { get }

    /// Called when another control or the bus reports an effect, a warning or a failure. Reports from before this
    /// control joined, and its own, are left out. Default: nothing happens.
    mutating func onReport(_ report: ControlReport)

    /// Called once a second with the status of the bus and its controls, also while no events come, so that a display
    /// can use it as its timer. Default: nothing happens.
    ///
    /// - Parameter status: The status; `nil` if the bus has not answered within a second.
    mutating func onStatus(_ status: BusStatus?)
}

extension NavigationControl {
    /// `false`: other controls handle commands.
    public static var acceptsCommands: Bool { false }

    /// Does nothing.
    public mutating func onCommand(_ command: ControlCommand) {}

    /// `false`: only the heading of each fix.
    public static var acceptsHeadings: Bool { false }

    /// Does nothing.
    public mutating func onHeading(_ heading: Heading) {}

    /// `false`.
    public static var watchesControls: Bool { false }

    /// The value of ``watchesControls``.
    public static var receivesReports: Bool { watchesControls }

    /// Does nothing.
    public mutating func onReport(_ report: ControlReport) {}

    /// Does nothing.
    public mutating func onStatus(_ status: BusStatus?) {}
}
