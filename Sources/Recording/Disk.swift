import Glibc

/// What a recording needs of a file system; a test puts one in its place that fails when it is told to.
protocol Disk: Sendable {
    /// Makes a file that is not there yet.
    func create(_ path: String) throws(RecordingError) -> any DiskFile
    /// Removes a file.
    func remove(_ path: String) throws(RecordingError)
    /// Makes new names in the folder of a file outlive a power cut.
    func syncFolder(of path: String) throws(RecordingError)
}

/// A file being written. It is closed when nobody holds it any more.
protocol DiskFile: Sendable {
    var path: String { get }
    /// Writes all the bytes, or throws; what was written of them then is not known.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError)
    func cut(to size: Int) throws(RecordingError)
    /// Makes everything written outlive a power cut.
    func sync() throws(RecordingError)
}

extension DiskFile {
    func write(_ bytes: [UInt8], at offset: Int) throws(RecordingError) {
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(RecordingError) in try write(buffer, at: offset) }
        }.get()
    }
}

/// The file system.
struct SystemDisk: Disk {
    init() {
        // At the limit of a file's size the system is to refuse, not to kill.
        signal(SIGXFSZ, SIG_IGN)
    }

    func create(_ path: String) throws(RecordingError) -> any DiskFile {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
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
        // Some file systems cannot sync a folder, and say so by EINVAL: there is nothing to be done about it.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .ofSystem(folder, "sync") }
    }
}

private final class SystemFile: DiskFile {
    let path: String
    private let descriptor: Int32

    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .ofSystem(path, "write to") }
            done += written
        }
    }

    func cut(to size: Int) throws(RecordingError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .ofSystem(path, "cut") }
    }

    func sync() throws(RecordingError) {
        guard fdatasync(descriptor) == 0 else { throw .ofSystem(path, "sync") }
    }
}

extension RecordingError {
    /// What the system just refused.
    static func ofSystem(_ path: String, _ doing: String) -> RecordingError {
        let way = way(out: errno, of: doing).map { "; \($0)" } ?? ""
        return .system(path: path, doing: doing, reason: String(cString: strerror(errno)) + way)
    }

    private static func way(out code: Int32, of doing: String) -> String? {
        switch code {
        case ENOSPC, EDQUOT: "make room, it goes on by itself"
        case EFBIG: "raise the limit of a file's size, or record in parts"
        case EROFS, EACCES, EPERM: "record where you may write"
        case ENOENT: doing == "create" ? "make the folder first" : nil
        default: nil
        }
    }
}

extension String {
    /// The folder of a path; `.` if it names none.
    var parentFolder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
