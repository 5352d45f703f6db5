import NavigationEvents
import Glibc
import Platform
import Synchronization

/// The operations of a file system that a recording needs; tests use one that fails on demand.
protocol Disk: Sendable {
    /// Creates a file; throws if it exists.
    func create(_ path: String) throws(RecordingError) -> any DiskFile
    /// Removes a file.
    func remove(_ path: String) throws(RecordingError)
    /// Makes new names in the folder of a file durable.
    func syncFolder(of path: String) throws(RecordingError)
}

/// A file that is being written. It is closed with its last reference.
protocol DiskFile: Sendable {
    var path: String { get }
    /// Writes all bytes, or throws; part of them may have been written then.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError)
    func truncate(to size: Int) throws(RecordingError)
    /// Makes all written bytes durable; throws if that fails or if another program has removed or truncated the file.
    func sync() throws(RecordingError)
    /// Size to which another program has truncated the file: 0 if it was removed, `nil` if nothing is missing.
    func truncatedSize() -> Int?
    /// Removes the file, unless its name is gone or belongs to another file.
    func remove() throws(RecordingError)
}

extension DiskFile {
    /// Throws if another program removed or truncated the file.
    func checkWhole() throws(RecordingError) {
        guard let left = truncatedSize() else { return }
        let what = left == 0 ? "removed or emptied it" : "truncated it to \(left) bytes"
        throw .system(path: path, doing: "sync", reason: "another program \(what) during the recording")
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(RecordingError) {
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(RecordingError) in try write(buffer, at: offset) }
        }.get()
    }
}

/// The file system of the machine.
struct SystemDisk: Disk {
    init() {
        // A write beyond the maximum file size has to fail instead of killing the process.
        signal(SIGXFSZ, SIG_IGN)
    }

    func create(_ path: String) throws(RecordingError) -> any DiskFile {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PrivateFile.mode)
        if descriptor < 0, errno == EEXIST { throw .exists(path: path) }
        guard descriptor >= 0 else { throw .ofSystem(path, "create") }
        return SystemFile(path: path, descriptor: descriptor)
    }

    func remove(_ path: String) throws(RecordingError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .ofSystem(path, "remove") }
    }

    func syncFolder(of path: String) throws(RecordingError) {
        let folder = path.parentFolder
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofSystem(folder, "open") }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder and return EINVAL; there is no alternative.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .ofSystem(folder, "sync") }
    }
}

private final class SystemFile: DiskFile {
    let path: String
    private let descriptor: Int32
    private let extent = Mutex(Extent())

    /// The written size, and the smallest size found below it.
    private struct Extent {
        var written = 0
        var left: Int?
    }

    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError) {
        // A write beyond a truncation would fill the gap with zeros and hide it.
        _ = truncatedSize()
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .ofSystem(path, "write to") }
            done += written
        }
        extent.withLock { $0.written = max($0.written, offset + bytes.count) }
    }

    func truncate(to size: Int) throws(RecordingError) {
        let isCut = extent.withLock { extent in
            measure(&extent)
            guard ftruncate(descriptor, off_t(size)) == 0 else { return false }
            extent.written = min(extent.written, size)
            return true
        }
        guard isCut else { throw .ofSystem(path, "cut") }
    }

    func sync() throws(RecordingError) {
        guard fdatasync(descriptor) == 0 else { throw .ofSystem(path, "sync") }
        try checkWhole()
    }

    func truncatedSize() -> Int? {
        extent.withLock { extent in
            measure(&extent)
            return extent.left
        }
    }

    private func measure(_ extent: inout Extent) {
        var found = stat()
        // If the size is unknown, the next write or sync reports the problem.
        guard fstat(descriptor, &found) == 0 else { return }
        let size = found.st_nlink == 0 ? 0 : Int(found.st_size)
        if size < extent.written { extent.left = min(extent.left ?? size, size) }
    }

    func remove() throws(RecordingError) {
        var (own, named) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, lstat(path, &named) == 0, own.st_ino == named.st_ino,
            own.st_dev == named.st_dev
        else { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw .ofSystem(path, "remove") }
    }
}

extension RecordingError {
    /// The error of the last system call.
    static func ofSystem(_ path: String, _ doing: String) -> RecordingError {
        let remedy = remedy(for: errno, of: doing).map { "; \($0)" } ?? ""
        return .system(path: path, doing: doing, reason: String(cString: strerror(errno)) + remedy)
    }

    private static func remedy(for code: Int32, of doing: String) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "free space; the recording continues by itself"
        case EFBIG: "raise the limit of the file size, or record in parts"
        case EROFS, EACCES, EPERM: "record to a folder that you may write"
        case ENOENT: doing == "create" ? "create the folder first" : nil
        default: nil
        }
    }
}

extension String {
    /// The folder of a path; `.` for a bare name.
    var parentFolder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
