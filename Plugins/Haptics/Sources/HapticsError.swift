/// Why nothing can be felt. The description completes "failed to …".
enum HapticsError: Error, Hashable, CustomStringConvertible {
    case logFile(path: String, reason: String)
    /// A device cannot be used, or is gone.
    case device(name: String, reason: String, remedy: String)

    var description: String {
        switch self {
        case .logFile(let path, let reason):
            "write the pulses to \(path): \(reason); set haptics.logFile to a file that can be written"
        case .device(let name, let reason, let remedy): "use \(name): \(reason); \(remedy)"
        }
    }
}
