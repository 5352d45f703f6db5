import Glibc
import NavigationEvents
import Platform
import TOML

/// The file in which it is kept how compasses sit. It is replaced as a whole, and on the disk before it counts: a power cut
/// leaves the old one or the new one.
struct OffsetFile: Sendable {

    /// The folder it lies in; `nil` if nothing is kept.
    let folder: String?
    /// The clock of the machine it lies on: what is kept is dated by it.
    var now: @Sendable () -> Timestamp = {
        Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch)
    }

    /// The file.
    var path: String { "\(folder ?? "")/offsets.toml" }

    /// What is kept; nothing if nothing was kept yet.
    func read() throws(HapticsError) -> [String: StoredOffset] {
        guard folder != nil, try isThere() else { return [:] }
        do throws(ConfigurationError) {
            return try OffsetText.offsets(of: try TextFile.text(path), file: path)
        } catch {
            throw .offsets(reason: "read how compasses sit: \(error)")
        }
    }

    /// Whether something is kept. Where one may not look, something may be.
    private func isThere() throws(HapticsError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno != ENOENT, errno != ENOTDIR else { return false }
            throw .offsets(
                reason: "read how compasses sit: \(path): \(String(cString: strerror(errno))); make it a file that can "
                    + "be read, or set XDG_STATE_HOME to another folder")
        }
        // A pipe would be waited for, a device may have no end.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .offsets(reason: "read how compasses sit: \(path) is no file; remove it, and calibrate again")
        }
        return true
    }

    /// Keeps some besides those that are kept already, also by other processes of this user.
    ///
    /// - Returns: Where a file went that could not be read; `nil` if there was none.
    func keep(_ new: [String: StoredOffset]) throws(HapticsError) -> String? {
        guard let folder, !new.isEmpty else { return nil }
        try makeFolder(folder)
        let lock = try lock(folder)
        defer { close(lock) }
        var aside: String?
        var offsets: [String: StoredOffset] = [:]
        do throws(HapticsError) {
            offsets = try read()
        } catch {
            aside = try setAside()
        }
        offsets.merge(new) { $1 }
        try replace(with: Array(OffsetText.text(of: offsets).utf8), in: folder)
        return aside
    }

    private func makeFolder(_ folder: String) throws(HapticsError) {
        var built = ""
        for part in folder.split(separator: "/") {
            built += "/" + part
            guard mkdir(built, 0o700) != 0, errno != EEXIST else { continue }
            throw failure("make the folder \(built)")
        }
    }

    /// Two that write at the same time would lose what one of them keeps.
    private func lock(_ folder: String) throws(HapticsError) -> Int32 {
        let descriptor = open("\(folder)/offsets.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(folder)/offsets.lock") }
        // Whoever has it writes a few hundred bytes; who hangs is not waited for.
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            usleep(10_000)
        }
        close(descriptor)
        throw .offsets(reason: "keep how the compass sits: another process holds \(folder)/offsets.lock; try again")
    }

    /// A file that cannot be read is never lost.
    private func setAside() throws(HapticsError) -> String {
        let places = (1...999).map { "\(path).broken-\($0)" }
        guard let place = places.first(where: { place in access(place, F_OK) != 0 }) else {
            throw .offsets(reason: "set \(path) aside: there are \(places.count) of them; remove what is not needed")
        }
        guard rename(path, place) == 0 else { throw failure("set \(path) aside") }
        return place
    }

    private func replace(with bytes: [UInt8], in folder: String) throws(HapticsError) {
        let new = "\(path).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write \(new)") }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let written = errno
        close(descriptor)
        guard isWritten else {
            unlink(new)
            errno = written
            throw failure("write \(new)")
        }
        guard rename(new, path) == 0 else { throw failure("replace \(path)") }
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        // Where a file system cannot, the file is there all the same.
        fsync(parent)
        close(parent)
    }

    private func failure(_ what: String) -> HapticsError {
        let reason = String(cString: strerror(errno))
        return .offsets(
            reason: "\(what): \(reason); how the compass sits is known until navbus ends: make room, or set "
                + "XDG_STATE_HOME to a folder that can be written")
    }
}
