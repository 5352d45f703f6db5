import Glibc
import NavigationEvents
import Platform
import TOML

/// The file of the offsets of compasses. It is replaced as a whole and synchronized to the disk: a power cut leaves the
/// old file or the new one.
struct OffsetFile: Sendable {

    /// The folder of the file; `nil` if nothing is stored.
    let folder: String?
    /// The clock of this machine, which dates the offsets.
    var now: @Sendable () -> Timestamp = {
        Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch)
    }

    /// The path of the file.
    var path: String { "\(folder ?? "")/offsets.toml" }

    /// Reads the stored offsets; empty if none were stored yet.
    func read() throws(HapticsError) -> [String: StoredOffset] {
        guard folder != nil, try exists() else { return [:] }
        do throws(ConfigurationError) {
            return try OffsetText.offsets(of: try TextFile.text(path), file: path)
        } catch {
            throw .offsets(reason: "read the offsets of compasses: \(error)")
        }
    }

    /// Whether the file exists. A failure to look is an error, because the file may exist.
    private func exists() throws(HapticsError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno != ENOENT, errno != ENOTDIR else { return false }
            throw .offsets(
                reason: "read the offsets of compasses: \(path): \(String(cString: strerror(errno))); make it a file "
                    + "that can be read, or set XDG_STATE_HOME to another folder")
        }
        // Reading a pipe would block, and a device may have no end.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .offsets(
                reason: "read the offsets of compasses: \(path) is not a file; remove it, and calibrate again")
        }
        return true
    }

    /// Adds offsets to those that are stored already, also by other processes of this user.
    ///
    /// - Parameter new: The offsets by the names of the compasses.
    /// - Returns: The new name of an unreadable file that was set aside; `nil` if the file was readable.
    func store(_ new: [String: StoredOffset]) throws(HapticsError) -> String? {
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
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(OffsetText.text(of: offsets).utf8), isSynchronized: true)
        } catch {
            throw failure("write \(path)", "\(error.reason)")
        }
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

    /// Takes the lock, so that two processes that write at the same time lose nothing.
    private func lock(_ folder: String) throws(HapticsError) -> Int32 {
        let descriptor = open("\(folder)/offsets.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open \(folder)/offsets.lock") }
        // A process holds the lock only to write a few hundred bytes; one that hangs is not waited for.
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            usleep(10_000)
        }
        close(descriptor)
        throw .offsets(
            reason: "store the offset of the compass: another process holds \(folder)/offsets.lock; try again")
    }

    /// Renames an unreadable file, so that its content is not lost.
    private func setAside() throws(HapticsError) -> String {
        let places = (1...999).map { "\(path).broken-\($0)" }
        guard let place = places.first(where: { place in access(place, F_OK) != 0 }) else {
            throw .offsets(reason: "set \(path) aside: there are \(places.count) of them already; remove some")
        }
        guard rename(path, place) == 0 else { throw failure("set \(path) aside") }
        return place
    }

    private func failure(_ what: String, _ reason: String = SystemError.text(errno)) -> HapticsError {
        .offsets(
            reason: "\(what): \(reason); the offset of the compass is kept only until navbus ends: free some space, or "
                + "set XDG_STATE_HOME to a writable folder")
    }
}
