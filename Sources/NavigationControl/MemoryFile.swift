import Glibc

/// The file of a memory: ours alone while we live, whatever its content.
final class MemoryFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the file, made if it is missing.
    convenience init(path: String) throws(MemoryError) { try self.init(named: path, path: path) }

    private init(named name: String, path: String) throws(MemoryError) {
        self.path = path
        // No link is followed: the folder may be one into which others write.
        descriptor = Glibc.open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw MemoryError(path: path, reason: systemReason()) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw MemoryError(path: path, reason: "it is no file of ours")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw MemoryError(path: path, reason: "another process of this control has it")
        }
    }

    /// Also runs when `init` throws; the kernel drops the lock, also after a crash.
    deinit { if descriptor >= 0 { close(descriptor) } }

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
            guard part >= 0 else { throw MemoryError(path: path, reason: systemReason()) }
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
            guard count > 0 else { throw MemoryError(path: path, reason: systemReason()) }
            written += count
        }
    }

    /// Puts another file with this content in its place, and hands it out: who dies meanwhile leaves the old one or the
    /// new one.
    func replaced(with bytes: [UInt8]) throws(MemoryError) -> MemoryFile {
        let beside = path + ".new"
        let file = try MemoryFile(named: beside, path: path)
        // What a process that died had begun there.
        guard ftruncate(file.descriptor, 0) == 0 else { throw MemoryError(path: path, reason: systemReason()) }
        try file.append(bytes)
        guard rename(beside, path) == 0 else { throw MemoryError(path: path, reason: systemReason()) }
        return file
    }

    private func systemReason() -> String { String(cString: strerror(errno)) }
}

/// Why a control's memory cannot outlive its process. The description completes "failed to …".
struct MemoryError: Error, Hashable, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String {
        "use \(path): \(reason); what was done is not known after a restart, unless NAVBUS_STATE names a folder of ours"
    }
}
