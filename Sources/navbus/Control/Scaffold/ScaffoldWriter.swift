import CommandOutput
import Glibc
import Supervisor

/// Writes the files of a new control: all of them, or none.
///
/// The files are written to a hidden folder next to the final one, which is renamed when it is complete.
struct ScaffoldWriter {
    /// The absolute path of the folder in which the new folder is created.
    let parent: String
    /// The name of the new folder.
    let name: String

    /// The path of the new folder.
    var folder: String { parent == "/" ? "/\(name)" : "\(parent)/\(name)" }

    private var draft: String { "\(parent == "/" ? "" : parent)/.\(name).new-\(getpid())" }

    /// Throws if the folder exists already, or its parent cannot be written.
    func check() throws(ScaffoldError) {
        guard InstalledFiles.isFolder(parent) else {
            let isThere = access(parent, F_OK) == 0
            throw .folder(parent, reason: isThere ? "it is no folder" : "it does not exist")
        }
        guard access(parent, W_OK | X_OK) == 0 else { throw .folder(parent, reason: Self.systemReason()) }
        var status = stat()
        guard lstat(folder, &status) != 0 else { throw .exists(folder) }
    }

    /// Writes the files.
    func write(_ files: [ScaffoldFile]) throws(ScaffoldError) {
        try check()
        var made: [String] = []
        do throws(ScaffoldError) {
            try make(draft, &made)
            for file in files { try write(file, &made) }
            // Checked again, so that a folder that was created in the meantime is not replaced.
            try check()
            guard rename(draft, folder) == 0 else { throw .unwritable(folder, reason: Self.systemReason()) }
        } catch {
            // In reverse order, so that files are removed before their folder.
            for path in made.reversed() where unlink(path) != 0 { rmdir(path) }
            throw named(error)
        }
    }

    /// The error with the final path instead of the hidden folder, which no longer exists.
    private func named(_ error: ScaffoldError) -> ScaffoldError {
        guard case .unwritable(let path, let reason) = error, path.hasPrefix(draft) else { return error }
        return .unwritable(folder + path.dropFirst(draft.count), reason: reason)
    }

    private func write(_ file: ScaffoldFile, _ made: inout [String]) throws(ScaffoldError) {
        var folder = draft
        for part in file.path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if !made.contains(folder) { try make(folder, &made) }
        }
        let path = "\(draft)/\(file.path)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isExecutable ? 0o777 : 0o666)
        guard descriptor >= 0 else { throw .unwritable(path, reason: Self.systemReason()) }
        made.append(path)
        let failure = Output.write(file.text, to: descriptor)
        // A full disk may be reported only by `close`.
        let isClosed = close(descriptor) == 0
        if let failure { throw .unwritable(path, reason: String(cString: strerror(failure.number))) }
        guard isClosed else { throw .unwritable(path, reason: Self.systemReason()) }
    }

    private func make(_ folder: String, _ made: inout [String]) throws(ScaffoldError) {
        guard mkdir(folder, 0o777) == 0 else { throw .unwritable(folder, reason: Self.systemReason()) }
        made.append(folder)
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}
