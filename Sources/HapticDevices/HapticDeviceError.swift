/// The reason why no pulse can be played. The description completes "failed to …".
package enum HapticDeviceError: Error, Hashable, CustomStringConvertible {
    /// The log file cannot be written.
    case logFile(path: String, reason: String)
    /// A device cannot be used, or was lost.
    case device(name: String, reason: String, remedy: String)
    /// No device can be used, because the system refuses threads or descriptors.
    case devices(reason: String)

    /// The rest of "failed to …", with the remedy.
    package var description: String {
        switch self {
        case .logFile(let path, let reason):
            "write the pulses to \(path): \(reason); set haptics.logFile to a file that can be written"
        case .device(let name, let reason, let remedy): "use \(name): \(reason); \(remedy)"
        case .devices(let reason): "use any device: \(reason); end programs that use many threads or files"
        }
    }
}
