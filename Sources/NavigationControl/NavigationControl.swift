public import NavigationEvents

/// A control: it turns events into something that a person hears, sees or feels.
///
/// A control decides only *how*; guidance has already decided *what* and *when*. The callbacks come one after another,
/// on one thread, in the order of publishing, each event once. A control that joins late first receives the current
/// state as events: the start of the navigation, the latest guidance, the latest fix. A type with four empty bodies is a
/// working control; ``ControlProcess`` runs it as a process.
///
/// A control that needs more conforms to more protocols. Conforming is subscribing: the kit finds the conformances of
/// the type, requests their topics from the bus, and calls their callbacks.
///
/// | protocol | adds |
/// |---|---|
/// | ``DeviceControl`` | a device that is opened before the first callback and closed after the last |
/// | ``HandlesStopReason`` | the reason for which a navigation has ended |
/// | ``HandlesSilence`` | a call when nothing has come from the bus for five seconds |
/// | ``HandlesCommands`` | commands of people |
/// | ``HandlesHeadings`` | headings of a compass, between two fixes |
/// | ``ObservesReports`` | the reports of the other controls |
/// | ``ObservesStatus`` | the status of the bus, once a second |
public protocol NavigationControl {
    /// Called for each accepted fix, also while no navigation is active.
    mutating func onGPS(_ fix: Fix)

    /// Called with the complete state of guidance, and the fix from which it was computed. The last one of a navigation
    /// has the state `stopped` and no steps; `onNavigationStopped` follows it.
    mutating func onNavigation(_ info: NavigationInfo, fix: Fix)

    /// Called when navigation along a route begins, before its first `onNavigation`; and, without a stop in between,
    /// when another route replaces the current one.
    mutating func onNavigationStarted(_ route: Route)

    /// Called once when navigation has ended, after its last `onNavigation`. Displays go blank.
    mutating func onNavigationStopped()
}
