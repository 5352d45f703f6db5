/// What makes a person feel something.
protocol HapticActuator {
    /// Opens the device.
    ///
    /// - Parameter isContinued: Whether a process before this one has used it in the same run: a log goes on.
    mutating func open(isContinued: Bool) throws(HapticsError)
    /// Plays a command at its time, after those given before.
    mutating func play(_ command: HapticCommand) throws(HapticsError)
    /// Ends what is being played and forgets what waits.
    mutating func cancel()
    /// Ends every vibration and closes the device. Safe before opening and twice.
    mutating func close()
    /// What it hangs in, as the rest of "failed to …"; `nil` while it works.
    var standstill: String? { get }
}

extension HapticActuator {
    var standstill: String? { nil }
}
