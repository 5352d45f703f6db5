import Glibc

/// The file of a memory: ours alone while we live, whatever its content.
final class MemoryFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// How often it is opened again when another one has been put in its place meanwhile.
    private static let mostTries = 3

    /// Opens the file, made if it is missing.
    ///
    /// - Parameter beforeLocking: Called between opening and locking, for a test in which another process comes just then.
    convenience init(path: String, beforeLocking: () -> Void = {}) throws(MemoryError) {
        try self.init(named: path, path: path, beforeLocking)
    }

    private init(named name: String, path: String, _ beforeLocking: () -> Void = {}) throws(MemoryError) {
        self.path = path
        for _ in 0..<Self.mostTries {
            guard let locked = try Self.lock(name, path, beforeLocking) else { continue }
            descriptor = locked
            return
        }
        throw MemoryError(path: path, reason: "another process of this control puts others in its place")
    }

    /// Opens and locks the file; `nil` if it lost its name in between: then another process has the one of that name.
    private static func lock(_ name: String, _ path: String, _ beforeLocking: () -> Void) throws(MemoryError) -> Int32?
    {
        // No link is followed: the folder may be one into which others write.
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = Glibc.open(name, flags, 0o600)
        guard descriptor >= 0 else { throw MemoryError(path: path, reason: systemReason()) }
        var isTaken = false
        defer { if !isTaken { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw MemoryError(path: path, reason: "it is no file of ours")
        }
        beforeLocking()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw MemoryError(path: path, reason: "another process of this control has it")
        }
        var named = stat()
        isTaken = lstat(name, &named) == 0 && named.st_ino == status.st_ino && named.st_dev == status.st_dev
        return isTaken ? descriptor : nil
    }

    /// The kernel drops the lock, also after a crash.
    deinit { close(descriptor) }

    /// Its content, as far as a memory can have written it.
    func read() throws(MemoryError) -> String {
        var bytes = [UInt8](repeating: 0, count: ControlMemory.mostFileBytes)
        var count = 0
        while count < bytes.count {
            let offset = count
            let part = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset, off_t(offset))
            }
            if part < 0, errno == EINTR { continue }
            guard part >= 0 else { throw MemoryError(path: path, reason: Self.systemReason()) }
            guard part > 0 else { break }
            count += part
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    func append(_ bytes: [UInt8]) throws(MemoryError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw MemoryError(path: path, reason: Self.systemReason()) }
            written += count
        }
    }

    /// Puts another file with this content in its place, and hands it out: who dies meanwhile leaves the old one or the
    /// new one.
    func replaced(with bytes: [UInt8]) throws(MemoryError) -> MemoryFile {
        let beside = path + ".new"
        let file = try MemoryFile(named: beside, path: path)
        // What a process that died had begun there.
        guard ftruncate(file.descriptor, 0) == 0 else { throw MemoryError(path: path, reason: Self.systemReason()) }
        try file.append(bytes)
        guard rename(beside, path) == 0 else { throw MemoryError(path: path, reason: Self.systemReason()) }
        return file
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}

/// Why a control's memory cannot outlive its process. The description completes "failed to …".
struct MemoryError: Error, Hashable, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String {
        "use \(path): \(reason); what was done is not known after a restart, unless NAVBUS_STATE names a folder of ours"
    }
}
