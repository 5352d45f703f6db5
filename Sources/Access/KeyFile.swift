import Glibc
import Platform
import ZeroMQ

/// Files in a folder of keys. They are read only if no other user can, and written completely or not at all.
enum KeyFile {
    private static let maxBytes = 1024 * 1024
    private static let maxWaitMilliseconds = 20_000
    private static let lockPauseMilliseconds = 2

    /// Reads a file that only its owner may change, and if `isSecret` read; `nil` if it does not exist.
    static func read(_ path: String, isSecret: Bool) throws(KeyProblem) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .system(operation: "read", path: path, reason: SystemError.text(errno)) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .system(operation: "read", path: path, reason: SystemError.text(errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .system(operation: "read", path: path, reason: "it is not a file")
        }
        try check(status, path: path, forbidden: isSecret ? 0o077 : 0o022, wanted: isSecret ? 0o600 : 0o644)
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size) + 1, maxBytes))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .system(operation: "read", path: path, reason: SystemError.text(errno)) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Checks that a folder exists and that only this user can change it.
    static func checkFolder(_ path: String) throws(KeyProblem) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .system(operation: "use the keys folder", path: path, reason: SystemError.text(errno))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .system(operation: "use the keys folder", path: path, reason: "it is not a folder")
        }
        try check(status, path: path, forbidden: 0o022, wanted: 0o700)
    }

    private static func check(
        _ status: stat, path: String, forbidden: UInt32, wanted: UInt32
    ) throws(KeyProblem) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .isForeign(path: path, user: status.st_uid)
        }
        guard status.st_mode & forbidden == 0 else {
            throw .isOpen(path: path, mode: status.st_mode & 0o7777, wanted: wanted)
        }
    }

    /// Creates the folder and those above it, for its owner alone.
    static func makeFolder(_ path: String) throws(KeyProblem) {
        var part = ""
        for name in path.split(separator: "/") {
            part += (part.isEmpty && !path.hasPrefix("/") ? "" : "/") + name
            guard mkdir(part, 0o700) == 0 || errno == EEXIST || access(part, F_OK) == 0 else {
                throw .system(operation: "make the folder", path: part, reason: SystemError.text(errno))
            }
        }
        try checkFolder(path)
    }

    /// Runs a closure while no other thread or process changes the keys in a folder.
    static func withLock<Result>(
        _ folder: String, _ body: () throws(KeyProblem) -> Result
    ) throws(KeyProblem) -> Result {
        let path = folder + "/.lock"
        let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .system(operation: "lock", path: path, reason: SystemError.text(errno)) }
        // Closing the file releases the lock.
        defer { close(descriptor) }
        var waitedMilliseconds = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .system(operation: "lock", path: path, reason: SystemError.text(errno))
            }
            guard waitedMilliseconds < maxWaitMilliseconds else {
                throw .system(
                    operation: "lock", path: path,
                    reason: "another process is changing the keys; try again later")
            }
            usleep(UInt32(lockPauseMilliseconds * 1000))
            waitedMilliseconds += lockPauseMilliseconds
        }
        return try body()
    }

    /// Writes a file under another name and renames it, so that a reader sees the old or the new content.
    static func write(_ text: String, to path: String, mode: UInt32) throws(KeyProblem) {
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: mode, isSynchronized: true)
        } catch {
            throw .system(operation: "write", path: path, reason: "\(error.reason)")
        }
    }

    /// The only key in a file. Lines with a space, and `#` alone, are comments.
    static func key(in text: String) -> String? {
        let lines = text.split { $0 == "\n" || $0 == "\r" }.filter { !$0.contains(" ") && $0 != "#" }
        return lines.count == 1 ? String(lines[0]) : nil
    }

    /// The keys of a file with a secret key.
    static func keyPair(_ path: String) throws(KeyProblem) -> CurveKeyPair? {
        guard let text = try read(path, isSecret: true) else { return nil }
        guard let secret = key(in: text), let pair = CurveKeyPair(secretKey: secret) else {
            throw .noKey(path: path)
        }
        return pair
    }
}
