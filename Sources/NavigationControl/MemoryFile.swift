import Glibc
import Platform

/// The file of a memory, locked for this process while it is open.
final class MemoryFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Number of attempts to open the file, if another process replaces it in the meantime.
    private static let maxAttempts = 3

    /// Opens the file, and creates it if it is missing.
    ///
    /// - Parameter beforeLocking: Called between opening and locking, for a test of two processes.
    convenience init(path: String, beforeLocking: () -> Void = {}) throws(MemoryError) {
        try self.init(named: path, path: path, beforeLocking)
    }

    private init(named name: String, path: String, _ beforeLocking: () -> Void = {}) throws(MemoryError) {
        self.path = path
        for _ in 0..<Self.maxAttempts {
            guard let locked = try Self.lock(name, path, beforeLocking) else { continue }
            descriptor = locked
            return
        }
        throw MemoryError(path: path, reason: "another process of this control replaces it")
    }

    /// Opens and locks the file; `nil` if another process has replaced it in between.
    private static func lock(_ name: String, _ path: String, _ beforeLocking: () -> Void) throws(MemoryError) -> Int32?
    {
        // Links are not followed, because other users may have write access to the folder.
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = Glibc.open(name, flags, 0o600)
        guard descriptor >= 0 else { throw MemoryError(path: path, reason: systemReason()) }
        var isTaken = false
        defer { if !isTaken { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw MemoryError(path: path, reason: "it is not a file of this user")
        }
        beforeLocking()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw MemoryError(path: path, reason: "another process of this control has it")
        }
        var named = stat()
        isTaken = lstat(name, &named) == 0 && named.st_ino == status.st_ino && named.st_dev == status.st_dev
        return isTaken ? descriptor : nil
    }

    /// The kernel releases the lock, also after a crash.
    deinit { close(descriptor) }

    /// The content, up to the maximum size of a memory.
    func read() throws(MemoryError) -> String {
        var bytes = [UInt8](repeating: 0, count: ControlMemory.maxFileBytes)
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
        let code = WholeFile.write(bytes, to: descriptor)
        guard code == 0 else { throw MemoryError(path: path, reason: SystemError.text(code)) }
    }

    /// Replaces the file by one with this content, and returns it. If the process dies in between, the old or the new
    /// file remains.
    func replaced(with bytes: [UInt8]) throws(MemoryError) -> MemoryFile {
        let beside = path + ".new"
        let file = try MemoryFile(named: beside, path: path)
        // A process that died may have begun to write there.
        guard ftruncate(file.descriptor, 0) == 0 else { throw MemoryError(path: path, reason: Self.systemReason()) }
        try file.append(bytes)
        guard rename(beside, path) == 0 else { throw MemoryError(path: path, reason: Self.systemReason()) }
        return file
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}

/// A memory cannot be kept in its file. The description completes "failed to …".
struct MemoryError: Error, Hashable, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String {
        "use \(path): \(reason); after a restart cues may be repeated; name a folder of this user in NAVBUS_STATE"
    }
}
