import Glibc
import TOML

/// The table of patterns that is felt, and its file: a new one is taken while navigation goes on, a broken one is told and
/// the one before stays.
struct PatternShelf: Sendable {
    /// What became of the file.
    enum Change: Hashable, Sendable {
        /// There is a new table, and it is felt from now on.
        case taken(PatternTable)
        /// The file cannot be used any more; the table before it stays.
        case refused(PatternTableError)
    }

    /// The file is looked at no more often than this.
    static let interval = Duration.seconds(1)

    /// The name of one that came along, or the path of a file.
    let name: String
    /// What is felt.
    private(set) var table: PatternTable
    private let folder: PatternFolder
    private var seen: [FileMark]
    private var lookedAt: ContinuousClock.Instant?
    private var problem: PatternTableError?

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - name: One that came along ("belt"), or a file: with a slash in it, or `.toml` at its end.
    ///   - folder: Where those lie that came along.
    init(_ name: String, in folder: PatternFolder = .ofProgram) throws(PatternTableError) {
        (self.name, self.folder) = (name, folder)
        var marks: [FileMark] = []
        table = try folder.table(name, marks: &marks)
        seen = marks
    }

    /// A table that stands in for one that cannot be used, so that there is something to feel: that of one motor, which
    /// can be felt with any device. What it stands in for is taken once it can be.
    ///
    /// - Parameter problem: Why it cannot; it was told already.
    init(standingInFor name: String, in folder: PatternFolder = .ofProgram, because problem: PatternTableError) {
        (self.name, self.folder, self.problem) = (name, folder, problem)
        table = .wristband
        seen = []
    }

    /// Looks whether the file has changed, at most once in ``interval``; `nil` where there is nothing to tell.
    mutating func refresh(now: ContinuousClock.Instant = .now) -> Change? {
        if let lookedAt, now - lookedAt < Self.interval { return nil }
        lookedAt = now
        // A name without a file is the table within the program; its file may come.
        guard seen.isEmpty || seen != seen.map({ FileMark(path: $0.path) }) else { return nil }
        var marks: [FileMark] = []
        defer { seen = marks }
        do throws(PatternTableError) {
            let new = try folder.table(name, marks: &marks)
            let isNew = new != table || problem != nil
            (table, problem) = (new, nil)
            return isNew ? .taken(new) : nil
        } catch {
            guard error != problem else { return nil }
            problem = error
            return .refused(error)
        }
    }
}

/// What tells one state of a file from another, also where editors replace files by renaming.
struct FileMark: Hashable, Sendable {
    var path: String
    private var device: UInt64 = 0
    private var inode: UInt64 = 0
    private var bytes: Int64 = -1
    private var seconds: Int64 = 0
    private var nanoseconds: Int64 = 0
    /// Whether it is a file at all: a pipe would be waited for.
    private(set) var isFile = false

    /// Looks at a file; one that is gone has a mark as well.
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

    /// Whether there is something of this name.
    var isThere: Bool { bytes >= 0 }
    /// Its size; 0 where there is nothing.
    var byteCount: Int64 { max(0, bytes) }
}
