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
    ///
    /// The lock belongs to the process: the kernel releases it at any end of the process, so that no lock is ever
    /// stale.
    func lock() throws(BusError) -> RunLock {
        try create()
        return try RunLock(folder: path)
    }

    private func create() throws(BusError) {
        if mkdir(path, 0o750) != 0, errno != EEXIST {
            let reason = systemReason()
            // The default state folder may not exist yet; a folder that a person names must.
            guard errno == ENOENT, (try? Self.standard()) == self, makeParents(), mkdir(path, 0o750) == 0 else {
                throw .folder(path: path, .system(reason))
            }
        }
        try check()
    }

    private func makeParents() -> Bool {
        var made = ""
        for name in path.split(separator: "/").dropLast() {
            made += "/" + name
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else { return false }
        }
        return true
    }

    /// Checks that only this user can write into the folder, and that no other user can replace it. A missing folder is
    /// valid.
    public func check() throws(BusError) {
        do throws(PathTrust.Refusal) {
            _ = try PathTrust.ofBus.admits(folder: path)
        } catch {
            throw .folder(
                path: path, error.path == path ? error.problem : .isBelow(error.path, reason: "\(error.problem)"))
        }
    }
}

/// Holds the lock of a run folder during its lifetime.
final class RunLock: Sendable {
    private let descriptor: Int32

    fileprivate init(folder: String) throws(BusError) {
        let path = folder + "/lock"
        // Not inherited: a control must not keep the lock of a dead bus.
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { throw .folder(path: path, .system(systemReason())) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .alreadyRunning(folder: folder, processID: Self.processID(in: descriptor))
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            throw .folder(path: path, .system(systemReason()))
        }
    }

    /// Also runs when `init` throws.
    deinit { close(descriptor) }

    private static func processID(in descriptor: Int32) -> Int32 {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(count, 0)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}

/// Checks that binding a socket at a path deletes nothing but a dead socket of this user.
func checkSocketPath(_ path: String) throws(BusError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .folder(path: path, .system(systemReason())) }
        return
    }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK where status.st_uid == geteuid(): break
    case S_IFSOCK: throw .pathTaken(path: path, by: "a socket of the user with number \(status.st_uid)")
    case S_IFLNK: throw .pathTaken(path: path, by: "a link")
    case S_IFDIR: throw .pathTaken(path: path, by: "a folder")
    default: throw .pathTaken(path: path, by: "a file")
    }
}

/// The text of the system for the last error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
