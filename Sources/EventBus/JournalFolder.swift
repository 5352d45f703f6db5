import Glibc
import NavigationEvents

/// The folder in which the segments of a journal outlive the process of the bus, and its lock.
final class JournalFolder {
    /// A file of the folder that bears the name of a segment.
    struct Entry {
        var name: String
        var session: Session
        var number: UInt64
    }

    let path: String
    private let lock: RunLock
    /// Whether what was set aside by a bus before has been deleted.
    private var isAsideEmptied = false

    /// Makes the folder if it is missing, checks that it is ours alone, and takes its lock.
    init(path: String) throws(BusError) {
        let folder = RunFolder(path: path)
        self.path = folder.path
        lock = try Self.lock(folder)
    }

    /// How often a lock that is taken is tried again, ten milliseconds apart.
    private static let mostAttempts = 50

    /// A bus that was killed may not have ended altogether, and a process that is just being started holds for a moment
    /// what its maker has open.
    private static func lock(_ folder: RunFolder) throws(BusError) -> RunLock {
        for _ in 1..<mostAttempts {
            do {
                return try folder.lock()
            } catch {
                guard case .alreadyRunning = error else { throw error }
                usleep(10_000)
            }
        }
        return try folder.lock()
    }

    // MARK: Segments

    private static let prefix = "journal-"
    private static let suffix = ".segment"
    private static let asideSuffix = ".damaged"
    private static let digits = 16
    /// More files than a journal ever has are looked at no further.
    private static let mostEntries = 200_000

    static func name(_ session: Session, _ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return prefix + session.name + "." + String(repeating: "0", count: Self.digits - digits.count) + digits + suffix
    }

    /// A file with room for a segment, allocated to its last byte: writing to it later can fail no more.
    func makeFile(_ name: String, capacity: Int) throws(JournalProblem) -> MappedMemory {
        let file = path + "/" + name
        unlink(file)
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalProblem(file, errno) }
        defer { close(descriptor) }
        var status = EINTR
        while status == EINTR { status = posix_fallocate(descriptor, 0, off_t(capacity)) }
        guard status == 0, let mapping = MappedMemory(descriptor: descriptor, capacity: capacity) else {
            let code = status == 0 ? errno : status
            unlink(file)
            throw JournalProblem(file, code)
        }
        return mapping
    }

    /// The files that bear the name of a segment, and the names of others that claim to.
    func entries() -> (segments: [Entry], others: [String]) {
        var (segments, others): ([Entry], [String]) = ([], [])
        guard let folder = opendir(path) else { return ([], []) }
        defer { closedir(folder) }
        while segments.count + others.count < Self.mostEntries, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { continue }
            if let entry = Self.entry(name) { segments.append(entry) } else { others.append(name) }
        }
        return (segments.sorted { $0.number < $1.number }, others)
    }

    private static func entry(_ name: String) -> Entry? {
        let parts = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: ".")
        guard parts.count == 2, let session = Session(String(parts[0])), parts[1].utf8.count == digits,
            let number = UInt64(parts[1], radix: 16)
        else { return nil }
        return Entry(name: name, session: session, number: number)
    }

    /// Reads a file into memory of this process, where nobody can change or shorten it any more. `nil` if it cannot
    /// be one of ours.
    func read(_ name: String) -> MappedMemory? {
        let descriptor = open(path + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_nlink == 1, status.st_size >= JournalLayout.headerBytes + JournalLayout.endBytes,
            status.st_size <= JournalLayout.largestCapacity, status.st_size % 8 == 0,
            let mapping = MappedMemory(capacity: Int(status.st_size))
        else { return nil }
        var offset = 0
        while offset < mapping.capacity {
            let count = Glibc.read(descriptor, mapping.start + offset, mapping.capacity - offset)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            offset += count
        }
        return mapping
    }

    /// Writes into a segment of a process that is gone that events went on in another one; `false` if it cannot.
    func markFollowed(_ file: String) -> Bool {
        let descriptor = open(file, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var word = JournalLayout.followed
        return pwrite(descriptor, &word, 8, off_t(JournalLayout.Offset.followed)) == 8
    }

    /// Whether a file has nothing in it: its writer was killed before it had room.
    func isEmpty(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Deletes files of the folder.
    func remove(_ names: [String]) {
        for name in names { unlink(path + "/" + name) }
    }

    /// Keeps damaged files for whoever wants to look into them, instead of those that a bus before set aside.
    func setAside(_ names: [String]) {
        emptyAside()
        for name in names {
            // What cannot be renamed is in nobody's way: a segment of this run has another name or replaces it.
            rename(path + "/" + name, path + "/" + name + Self.asideSuffix)
        }
    }

    /// Once: there may be thousands of them.
    private func emptyAside() {
        guard !isAsideEmptied, let folder = opendir(path) else { return }
        defer { closedir(folder) }
        isAsideEmptied = true
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(Self.asideSuffix) { unlink(path + "/" + name) }
        }
    }
}

/// Why events are kept in memory alone. The description says what is wrong, where, and the way out.
struct JournalProblem: Error, Hashable, CustomStringConvertible {
    let description: String

    /// A call of the system failed for a file.
    init(_ file: String, _ code: Int32) {
        description =
            "failed to keep events in \(file): \(String(cString: strerror(code))); guidance goes on, but what is "
            + "published now would not survive the end of this process: make room, or name another folder"
    }

    /// The folder cannot be used.
    init(_ error: BusError) {
        description = "failed to \(error); events are kept in memory alone"
    }

    /// Sessions that were opened on an earlier bus are not as they were; `nil` if there are none.
    init?(sessions: [Session], _ state: String) {
        guard let first = sessions.first else { return nil }
        let more = sessions.count > 1 ? " and \(sessions.count - 1) more" : ""
        description = "session \"\(first.name)\"\(more) of the bus before: \(state)"
    }

    /// The files of an earlier bus are not continued.
    init(notContinued reason: String) {
        description = "the journal of the bus before is not continued: \(reason); a new run begins"
    }
}
