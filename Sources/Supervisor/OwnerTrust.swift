import Glibc

/// Decides by owner and permissions whether a file may be run.
///
/// Every user who can write the file decides which program navbus runs with the rights of its user. So it must belong
/// to this user, to root or to the owner of `navbus`, and must not be writable for all. It may be writable for a group.
struct OwnerTrust {
    /// Ids of the users who may own the file.
    let owners: Set<UInt32>

    init(owners: Set<UInt32>) { self.owners = owners }

    /// The rule for this process.
    static var ofThisProcess: OwnerTrust {
        var status = stat()
        let navbus = InstalledFiles.executable.flatMap { stat($0, &status) == 0 ? status.st_uid : nil }
        return OwnerTrust(owners: Set([0, geteuid()] + (navbus.map { [$0] } ?? [])))
    }

    /// The reason why a path is refused, and the remedy; `nil` if it is accepted or does not exist. Links are followed.
    func refusal(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        if status.st_mode & mode_t(S_IWOTH) != 0 {
            return
                "is refused, because all users may write there and set what navbus runs: \(Self.wayOut(path, status))"
        }
        guard !owners.contains(status.st_uid) else { return nil }
        return "is refused, because it belongs to the user \(Self.name(of: status.st_uid)), who is neither you nor "
            + "root; copy it, or change its owner"
    }

    /// The remedy; it leaves a shared folder such as `/tmp`, or a device, as it is.
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
