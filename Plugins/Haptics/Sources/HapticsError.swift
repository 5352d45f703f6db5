/// The reason why the offsets of compasses cannot be used. The description completes "failed to …".
enum HapticsError: Error, Hashable, CustomStringConvertible {
    /// The file of offsets cannot be read or written; the reason names the file and the remedy.
    case offsets(reason: String)

    var description: String {
        switch self {
        case .offsets(let reason): reason
        }
    }
}
