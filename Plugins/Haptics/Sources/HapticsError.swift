/// Why nothing can be felt. The description completes "failed to …".
enum HapticsError: Error, Hashable, CustomStringConvertible {
    case logFile(path: String, reason: String)
    /// A device cannot be used, or is gone.
    case device(name: String, reason: String, remedy: String)
    /// No device at all can be used: the system refuses what that takes.
    case devices(reason: String)
    /// It cannot be read or kept how compasses sit on their wearer; the reason names the file and the way out.
    case offsets(reason: String)

    var description: String {
        switch self {
        case .logFile(let path, let reason):
            "write the pulses to \(path): \(reason); set haptics.logFile to a file that can be written"
        case .device(let name, let reason, let remedy): "use \(name): \(reason); \(remedy)"
        case .devices(let reason): "use any device: \(reason); end what uses up threads or files"
        case .offsets(let reason): reason
        }
    }
}
