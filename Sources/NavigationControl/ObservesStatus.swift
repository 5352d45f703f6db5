public import NavigationEvents

/// A control that shows the state of the bus and of its controls.
public protocol ObservesStatus: NavigationControl {
    /// Called once a second with the status of the bus, also while no events come, so that a display can use it as its
    /// timer.
    ///
    /// - Parameter status: The status; `nil` if the bus has not answered within a second.
    mutating func onStatus(_ status: BusStatus?)
}
