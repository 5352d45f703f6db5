import NavigationEvents
import Glibc
import Platform
import Supervisor
import TOML

/// The folder with the output of `navbus demo`.
struct DemoFolder {
    let path: String

    /// Creates the folder and its parents; throws if that fails.
    init(_ path: String) throws(ConfigurationError) {
        self.path = PathResolver.absolute(path)
        guard PrivateFile.makeFolders(self.path) else {
            throw Self.failure(self.path, "cannot be made: \(String(cString: strerror(errno)))")
        }
        guard InstalledFiles.isFolder(self.path) else { throw Self.failure(self.path, "is not a folder") }
    }

    var voice: String { "\(path)/speech.wav" }
    var signs: String { "\(path)/signs" }
    var signAlbum: String { "\(signs)/drive" }
    var lanes: String { "\(path)/lanes" }
    var laneAlbum: String { "\(lanes)/drive" }
    var pulses: String { "\(path)/haptics.log" }
    var events: String { "\(path)/events.jsonl" }

    /// Opens and empties the event log, and locks the folder against other demos while it is open. The caller closes
    /// it.
    func openLog() throws(ConfigurationError) -> Int32 {
        let descriptor = PrivateFile.open(events, O_WRONLY)
        guard descriptor >= 0 else {
            throw Self.failure(events, "cannot be written: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Self.failure(path, "is used by another demo")
        }
        guard ftruncate(descriptor, 0) == 0 else {
            close(descriptor)
            throw Self.failure(events, "cannot be emptied: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    private static func failure(_ file: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(file: file, text: "\(reason); name another folder with --out", isAboutAccess: true)
    }

    /// The paths of the files and folders that have content, in lines for people.
    var summary: [String] {
        let paths = [
            ("voice", voice), ("signs", signAlbum), ("lanes", laneAlbum), ("pulses", pulses), ("events", events),
        ]
        return paths.filter { Self.hasContent($0.1) }.map { "  \($0.0.padded(to: 9)) \($0.1)" }
    }

    /// Whether a file has bytes, or a folder has visible files.
    private static func hasContent(_ path: String) -> Bool {
        if InstalledFiles.isFolder(path) { return !InstalledFiles.names(in: path).isEmpty }
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }
}
