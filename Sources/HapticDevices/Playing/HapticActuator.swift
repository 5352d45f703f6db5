/// An output of haptic commands.
package protocol HapticActuator {
    /// Opens the device.
    ///
    /// - Parameter isContinued: Whether a previous process used it in the same run: then a log is continued.
    mutating func open(isContinued: Bool) throws(HapticDeviceError)
    /// Plays a command at its time, after those given before.
    mutating func play(_ command: HapticCommand) throws(HapticDeviceError)
    /// Cancels the current command and those that wait.
    mutating func cancel()
    /// Ends every vibration and closes the device. Safe before opening and twice.
    mutating func close()
    /// The operation that hangs, as the rest of "failed to …"; `nil` while it works.
    var stall: String? { get }
}

extension HapticActuator {
    /// `nil`: it never hangs.
    package var stall: String? { nil }
}
