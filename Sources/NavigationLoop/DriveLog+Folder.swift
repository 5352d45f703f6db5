import Glibc
import NavigationEvents
import Platform

extension DriveLog {
    private static let prefix = "drive-"
    private static let suffix = ".log"

    /// File name of the log of a session.
    static func name(_ session: Session?) -> String { session.map { prefix + $0.name + suffix } ?? "drive.log" }

    /// Removes the logs of sessions that no longer exist, left by a bus that was killed while it closed them.
    static func removeStrays(folder path: String, but kept: Set<Session>) {
        let names = Set(kept.map { name($0) })
        for name in FolderNames.readable(in: path) {
            let isOfSession = name.hasPrefix(prefix) && (name.hasSuffix(suffix) || name.hasSuffix(suffix + ".new"))
            if isOfSession, !names.contains(name) { unlink(path + "/" + name) }
        }
    }
}
