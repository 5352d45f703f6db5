/// A change of the devices.
package enum DeviceStatus: Hashable, Sendable {
    /// Pulses play on these devices from now on.
    case inUse([String])
    /// A device cannot be opened; reported once for each reason, and tried again.
    case unusable(HapticDeviceError)
    /// An open device was lost.
    case gone(HapticDeviceError)
    /// A device does not identify itself, and may be other hardware.
    case unidentified(String)
    /// No device works.
    case nothingWorks
    /// A command was not played: no device could begin it while it was valid.
    case missed(HapticCommand)
    /// The number of further commands that were not played since the last report.
    case missedMore(Int)
    /// The log cannot be written; reported once.
    case logFailed(HapticDeviceError)
}
