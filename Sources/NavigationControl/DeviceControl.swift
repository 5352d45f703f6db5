/// A control that owns a device: a sound card, a display, a motor.
///
/// Constructing a control touches no device; the runner opens it through ``start()`` before the first callback and
/// closes it through ``stop()`` after the last.
public protocol DeviceControl: NavigationControl {
    /// Opens the device. An error is reported on the bus, and the process ends with exit code 74; after a
    /// `SettingsError` with 78, so that nobody starts it again in vain.
    mutating func start() throws

    /// Ends every effect and closes the device. Safe before ``start()`` and twice.
    mutating func stop()

    /// Nothing has come from the bus for five seconds, not even a fix: what goes on without end is to end, since nobody
    /// knows where it leads. Called again every eight seconds while that lasts, since a signal may have been missed; what
    /// has ended stays ended. By default nothing happens.
    mutating func onSilence()

    /// What the device has hung in for too long, as the rest of "failed to …"; `nil` while it works.
    ///
    /// Asked once a second, before the heartbeat; it must not wait for the device. A control that names something ends
    /// with exit code 74, without ``stop()``, which would hang as well; the launcher starts it anew. By default nothing
    /// hangs: callbacks that do are noticed without it.
    var standstill: String? { get }
}

extension DeviceControl {
    /// Goes on: for devices that only show what was.
    public mutating func onSilence() {}

    /// Nothing hangs.
    public var standstill: String? { nil }
}
