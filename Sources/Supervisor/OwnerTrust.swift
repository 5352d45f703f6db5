import Glibc

/// Whether what lies at a path may be run, as far as one sees from who may change it.
///
/// Whoever can write there decides what navbus runs with the rights of its user: that may be this user, root, and whoever
/// owns `navbus` itself, and nobody else. A group may write: it was made to share.
struct OwnerTrust {
    /// The numbers of the users who may own what is run.
    let owners: Set<UInt32>

    init(owners: Set<UInt32>) { self.owners = owners }

    /// Who may own what this process runs.
    static var ofThisProcess: OwnerTrust {
        var status = stat()
        let navbus = InstalledFiles.executable.flatMap { stat($0, &status) == 0 ? status.st_uid : nil }
        return OwnerTrust(owners: Set([0, geteuid()] + (navbus.map { [$0] } ?? [])))
    }

    /// Why it is refused, and the way out; `nil` if it is not. Links are followed; what is not there is not refused.
    func refusal(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        if status.st_mode & mode_t(S_IWOTH) != 0 {
            return
                "is refused, since everybody may write there and so say what navbus runs: \(Self.wayOut(path, status))"
        }
        guard !owners.contains(status.st_uid) else { return nil }
        return "is refused, since it belongs to the user \(Self.name(of: status.st_uid)), who is neither you nor root; "
            + "copy it, or change its owner"
    }

    /// What everybody shares, such as `/tmp`, or a device, stays as it is.
    private static func wayOut(_ path: String, _ status: stat) -> String {
        let kind = status.st_mode & S_IFMT
        let isShared = status.st_mode & mode_t(S_ISVTX) != 0 || status.st_uid != geteuid()
        return isShared || kind != S_IFDIR && kind != S_IFREG
            ? "keep controls in a folder of your own" : "chmod o-w \(path)"
    }

    private static func name(of user: UInt32) -> String {
        guard let entry = getpwuid(user) else { return "\(user)" }
        return String(cString: entry.pointee.pw_name)
    }
}
