/// The reason why no pulse can be played. The description completes "failed to …".
enum HapticsError: Error, Hashable, CustomStringConvertible {
    case logFile(path: String, reason: String)
    /// A device cannot be used, or was lost.
    case device(name: String, reason: String, remedy: String)
    /// No device can be used: the system refuses threads or descriptors.
    case devices(reason: String)
    /// The file of offsets cannot be read or written; the reason names the file and the remedy.
    case offsets(reason: String)

    var description: String {
        switch self {
        case .logFile(let path, let reason):
            "write the pulses to \(path): \(reason); set haptics.logFile to a file that can be written"
        case .device(let name, let reason, let remedy): "use \(name): \(reason); \(remedy)"
        case .devices(let reason): "use any device: \(reason); end programs that use many threads or files"
        case .offsets(let reason): reason
        }
    }
}
