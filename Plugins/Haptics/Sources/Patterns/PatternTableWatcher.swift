import Glibc
import TOML

/// The table of patterns in use, and its file: a changed file is read again during navigation. A file that has become
/// unusable is reported, and the previous table stays.
struct PatternTableWatcher: Sendable {
    /// The result of a change of the file.
    enum Change: Hashable, Sendable {
        /// A new table is in use from now on.
        case replaced(PatternTable)
        /// The file became unusable; the previous table stays.
        case refused(PatternTableError)
    }

    /// The minimum time between two checks of the file.
    static let interval = Duration.seconds(1)

    /// The name of a table that ships with navbus, or the path of a file.
    let name: String
    /// The table in use.
    private(set) var table: PatternTable
    private let folder: PatternFolder
    private var seen: [FileState]
    private var checkedAt: ContinuousClock.Instant?
    private var problem: PatternTableError?

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - name: The name of a table that ships with navbus ("belt"), or a file: with a slash in it, or `.toml` at its
    ///     end.
    ///   - folder: The folder of the tables that ship with navbus.
    init(_ name: String, in folder: PatternFolder = .ofProgram) throws(PatternTableError) {
        (self.name, self.folder) = (name, folder)
        var fileStates: [FileState] = []
        table = try folder.table(name, fileStates: &fileStates)
        seen = fileStates
    }

    /// Uses `wristband` instead of a table that is unusable, because every device can play it. The named table is used
    /// as soon as it becomes usable.
    ///
    /// - Parameters:
    ///   - name: The name or path of the unusable table.
    ///   - folder: The folder of the tables that ship with navbus.
    ///   - problem: Why it is unusable, which was reported already.
    init(replacing name: String, in folder: PatternFolder = .ofProgram, because problem: PatternTableError) {
        (self.name, self.folder, self.problem) = (name, folder, problem)
        table = .wristband
        seen = []
    }

    /// Checks whether the file has changed, at most once in ``interval``; `nil` if there is no change to report.
    mutating func refresh(now: ContinuousClock.Instant = .now) -> Change? {
        if let checkedAt, now - checkedAt < Self.interval { return nil }
        checkedAt = now
        // A name without a file is the built-in table; its file may appear.
        guard seen.isEmpty || seen != seen.map({ FileState(path: $0.path) }) else { return nil }
        var fileStates: [FileState] = []
        defer { seen = fileStates }
        do throws(PatternTableError) {
            let new = try folder.table(name, fileStates: &fileStates)
            let isNew = new != table || problem != nil
            (table, problem) = (new, nil)
            return isNew ? .replaced(new) : nil
        } catch {
            guard error != problem else { return nil }
            problem = error
            return .refused(error)
        }
    }
}

/// Identifies one state of a file, also where editors replace files by renaming.
struct FileState: Hashable, Sendable {
    var path: String
    private var device: UInt64 = 0
    private var inode: UInt64 = 0
    private var bytes: Int64 = -1
    private var seconds: Int64 = 0
    private var nanoseconds: Int64 = 0
    /// Whether it is a regular file: reading a pipe would block.
    private(set) var isFile = false

    /// Reads the state of a file; a missing file has a state as well.
    init(path: String) {
        self.path = path
        var facts = stat()
        guard stat(path, &facts) == 0 else { return }
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        bytes = Int64(facts.st_size)
        seconds = Int64(facts.st_mtim.tv_sec)
        nanoseconds = Int64(facts.st_mtim.tv_nsec)
        isFile = facts.st_mode & S_IFMT == S_IFREG
    }

    /// Whether the path exists.
    var exists: Bool { bytes >= 0 }
    /// The size of the file; 0 if it does not exist.
    var byteCount: Int64 { max(0, bytes) }
}
