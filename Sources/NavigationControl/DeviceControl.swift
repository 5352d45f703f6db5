/// A control that owns a device: a sound card, a display, a motor.
///
/// Making a control touches no device. The kit opens the device with ``start()`` before the first callback and closes
/// it with ``stop()`` after the last.
public protocol DeviceControl: NavigationControl {
    /// Opens the device. An error is reported on the bus, and the process ends with exit code 74; after a
    /// `SettingsError` with 78, so that the launcher does not start it again in vain.
    mutating func start() throws

    /// Ends every effect and closes the device. Safe to call before ``start()`` and twice.
    mutating func stop()

    /// The operation in which the device has hung for too long, as the rest of "failed to …"; `nil` while it works.
    ///
    /// Read once a second, before the heartbeat; it must not wait for the device. If it is not `nil`, the process ends
    /// with exit code 74 and without ``stop()``, which would also hang; the launcher starts it again. Default: `nil`. A
    /// callback that hangs is noticed by the missing heartbeats.
    var stall: String? { get }
}

extension DeviceControl {
    /// `nil`: the device never hangs.
    public var stall: String? { nil }
}
