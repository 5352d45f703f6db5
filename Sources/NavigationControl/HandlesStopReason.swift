public import NavigationEvents

/// A control that needs the reason for which a navigation has ended, for example to tell an arrival from a stop by a
/// person.
public protocol HandlesStopReason: NavigationControl {
    /// Called instead of `onNavigationStopped()`, once when navigation has ended.
    ///
    /// - Parameter reason: The reason; `unknown` from an earlier bus, and if the event of the end was missed.
    mutating func onNavigationStopped(_ reason: StopReason)
}

extension HandlesStopReason {
    /// Ends the navigation for an unknown reason.
    public mutating func onNavigationStopped() { onNavigationStopped(.unknown) }
}
