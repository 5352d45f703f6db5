import Glibc

/// The reason why a run folder, or a socket in it, cannot be used.
public enum FolderProblem: Sendable, Hashable {
    case isLink
    case isNoFolder
    case isNoSocket
    /// The owner is the user with this number.
    case isForeign(UInt32)
    /// Other users may write into it.
    case isOpen(mode: UInt32)
    /// The process that listens there belongs to the user with this number.
    case isServed(by: UInt32)
    /// A folder above it is not trusted.
    case isBelow(String, reason: String)
    /// A call of the system failed; its reason.
    case system(String)
}

extension FolderProblem: CustomStringConvertible {
    /// The reason, and what to do.
    public var description: String {
        switch self {
        case .isLink: "it is a link; name the folder it leads to"
        case .isNoFolder: "it is not a folder; move it away, or name another"
        case .isNoSocket: "it is not a socket; move it away"
        case .isForeign(let user): "it belongs to the user \(Self.name(of: user)); name a folder of your own"
        case .isOpen(let mode):
            "other users may write into it (mode \(String(mode, radix: 8))); chmod 750 it, or name another"
        case .isServed(let user):
            "a process of the user \(Self.name(of: user)) listens there; name a folder of your own"
        case .isBelow(let folder, let reason): "other users could replace it, since it is below \(folder): \(reason)"
        case .system(let reason): "\(reason); create the folder above it, or name another"
        }
    }
}

extension FolderProblem {
    /// The reason, for clients.
    package var forClients: String {
        let wayOut = "if you trust that user, set NAVBUS_TRUSTED_USER to its name"
        return switch self {
        case .isForeign(let user):
            "it belongs to the user \(Self.name(of: user)), who is neither you nor root; \(wayOut)"
        case .isServed(let user):
            "a process of the user \(Self.name(of: user)) listens there, who is neither you nor root; \(wayOut)"
        case .isOpen(let mode):
            "other users may write into it (mode \(String(mode, radix: 8))); remove that permission (chmod go-w)"
        case .isLink: "it is a link; name the path it leads to"
        default: "\(self)"
        }
    }

    /// Name and number of a user; only the number if the system knows no name.
    private static func name(of user: UInt32) -> String {
        guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "with number \(user)" }
        return "\(String(cString: name)) (number \(user))"
    }
}
