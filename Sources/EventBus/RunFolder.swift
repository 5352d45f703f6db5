import Access
import Glibc

/// The folder of a running bus: its sockets and its lock.
public struct RunFolder: Sendable, Hashable {
    /// The absolute path.
    public let path: String

    /// Names a folder. It is created and checked when a bus uses it.
    public init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The default run folder: `$XDG_RUNTIME_DIR/navbus`. If that variable is not set: `/run/navbus` for root; for
    /// others `/run/user/<uid>/navbus` if the system has created that folder for this user, else `navbus/run` in the
    /// state folder (`$XDG_STATE_HOME`, `~/.local/state`). Never below `/tmp`, where any user could create it first.
    ///
    /// - Throws: ``BusError/noRunFolder`` if none of these exists.
    public static func standard() throws(BusError) -> RunFolder {
        if let runtime = absolutePath("XDG_RUNTIME_DIR") { return RunFolder(path: runtime + "/navbus") }
        let user = geteuid()
        if user == 0 { return RunFolder(path: "/run/navbus") }
        var status = stat()
        if lstat("/run/user/\(user)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user {
            return RunFolder(path: "/run/user/\(user)/navbus")
        }
        guard let state = absolutePath("XDG_STATE_HOME") ?? absolutePath("HOME").map({ $0 + "/.local/state" }) else {
            throw .noRunFolder
        }
        return RunFolder(path: state + "/navbus/run")
    }

    private static func absolutePath(_ variable: String) -> String? {
        guard let value = getenv(variable), value.pointee == UInt8(ascii: "/") else { return nil }
        return String(cString: value)
    }

    /// Creates the folder if it is missing (mode 0750), checks that it belongs to this user, and takes its lock.
    func lock() throws(BusError) -> FolderLock {
        do {
            // The default state folder may not exist yet; a folder that a person names must.
            return try FolderLock(folder: path, makesParents: (try? Self.standard()) == self)
        } catch {
            throw .folder(error)
        }
    }

    /// Checks that only this user can write into the folder, and that no other user can replace it. A missing folder is
    /// valid.
    public func check() throws(BusError) {
        do {
            try FolderLock.check(path)
        } catch {
            throw .folder(error)
        }
    }
}
