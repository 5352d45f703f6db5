import Glibc

/// The folder of a running bus: its sockets and its lock.
public struct RunFolder: Sendable, Hashable {
    /// Absolute path.
    public let path: String

    /// Names a folder; it is created and checked when a server uses it.
    public init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// `$XDG_RUNTIME_DIR/navbus`; where that is not set `/run/navbus` for root and `/tmp/navbus-<uid>` for others.
    public static var standard: RunFolder {
        if let runtime = getenv("XDG_RUNTIME_DIR"), runtime.pointee != 0 {
            return RunFolder(path: String(cString: runtime) + "/navbus")
        }
        let user = geteuid()
        return RunFolder(path: user == 0 ? "/run/navbus" : "/tmp/navbus-\(user)")
    }

    /// Creates the folder if it is missing (mode 0750), checks that it is ours, and takes its lock.
    ///
    /// The lock belongs to the process: the kernel drops it however the process ends, so none is ever stale.
    func lock() throws(BusError) -> RunLock {
        try create()
        return try RunLock(folder: path)
    }

    private func create() throws(BusError) {
        guard mkdir(path, 0o750) != 0 else { return }
        guard errno == EEXIST else { throw .folder(path: path, .system(systemReason())) }
        try check()
    }

    /// Checks that a folder which is there is ours alone to write into; one that is missing is fine.
    public func check() throws(BusError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .folder(path: path, .system(systemReason())) }
            return
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFLNK else { throw .folder(path: path, .isLink) }
        guard kind == S_IFDIR else { throw .folder(path: path, .isNoFolder) }
        guard status.st_uid == geteuid() else { throw .folder(path: path, .isForeign(status.st_uid)) }
        guard status.st_mode & 0o022 == 0 else { throw .folder(path: path, .isOpen(mode: status.st_mode & 0o7777)) }
    }
}

/// Holds the lock of a run folder as long as it lives.
final class RunLock: Sendable {
    private let descriptor: Int32

    fileprivate init(folder: String) throws(BusError) {
        let path = folder + "/lock"
        // Not inherited: a control must not keep the lock of a bus that died.
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

/// Sees to it that binding a socket at a path deletes nothing but a dead socket of our own.
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

/// The system's words for the last error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
