import NavigationEvents
import Glibc
import Platform
import Synchronization

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
    /// Makes everything written outlive a power cut, or throws; also when others took away what was written.
    func sync() throws(RecordingError)
    /// Bytes of its beginning that others have left: 0 if they removed it, `nil` if they took nothing away.
    func leftByOthers() -> Int?
    /// Removes the file; nothing happens if its name is gone, or another file's by now.
    func remove() throws(RecordingError)
}

extension DiskFile {
    /// Throws if others removed or cut the file.
    func checkWhole() throws(RecordingError) {
        guard let left = leftByOthers() else { return }
        let what = left == 0 ? "it was removed or emptied" : "it was cut to \(left) bytes"
        throw .system(path: path, doing: "sync", reason: "\(what) by somebody while it was recorded to")
    }

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
        // Some file systems cannot sync a folder, and say so by EINVAL: there is nothing to be done about it.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .ofSystem(folder, "sync") }
    }
}

private final class SystemFile: DiskFile {
    let path: String
    private let descriptor: Int32
    private let extent = Mutex(Extent())

    /// How much of it there has to be, and the least that there was when less was found.
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
        // A write behind what others cut off would fill the hole with zeros, and hide it.
        _ = leftByOthers()
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

    func cut(to size: Int) throws(RecordingError) {
        let isCut = extent.withLock { extent in
            look(&extent)
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

    func leftByOthers() -> Int? {
        extent.withLock { extent in
            look(&extent)
            return extent.left
        }
    }

    private func look(_ extent: inout Extent) {
        var found = stat()
        // What cannot be looked at is not known to be gone; writing and syncing will tell.
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
