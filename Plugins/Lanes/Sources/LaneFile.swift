import Glibc
import NavigationEvents

/// A folder with `lanes.json`. Whoever reads it sees the old lanes or the new ones, never a part.
struct LaneFile: LaneDisplay {
    let folder: String

    func open() throws(LanesError) {
        var built = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            built += "/" + part
            guard mkdir(built, 0o777) != 0, errno != EEXIST else { continue }
            throw .folder(path: folder, reason: String(cString: strerror(errno)))
        }
        var status = stat()
        guard stat(built, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .folder(path: folder, reason: "it is not a folder")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw .folder(path: folder, reason: String(cString: strerror(errno)))
        }
    }

    /// Writes beside the file and renames: the rename is atomic for readers.
    func show(_ lanes: [Lane]) throws(LanesError) {
        let (target, scratch) = ("\(folder)/lanes.json", "\(folder)/.lanes.json.\(getpid())")
        guard let file = fopen(scratch, "we") else {
            throw .writing(path: target, reason: String(cString: strerror(errno)))
        }
        var failure: Int32 = fputs(LaneJSON(lanes: lanes).text, file) < 0 ? errno : 0
        if fclose(file) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(scratch, target) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(scratch)
            throw .writing(path: target, reason: String(cString: strerror(failure)))
        }
    }
}
