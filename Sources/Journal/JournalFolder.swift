import Access
import Glibc
import NavigationEvents

/// The folder in which the segments of a journal outlive the process of the bus, with its lock.
final class JournalFolder {
    /// A file of the folder with the name of a segment.
    struct Entry {
        var name: String
        var session: Session
        var number: UInt64
    }

    let path: String
    private let lock: FolderLock
    /// Whether the files set aside by an earlier bus have been deleted.
    private var isAsideEmptied = false

    /// Creates the folder if it is missing, checks that only this user can change it, and takes its lock.
    init(path: String) throws(FolderError) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        lock = try Self.lock(self.path)
    }

    /// Number of attempts to take a lock, ten milliseconds apart.
    private static let maxAttempts = 50

    /// Takes the lock. It may be busy for a moment: a killed bus may not have ended completely, and a process that is
    /// being started holds the open files of its parent.
    private static func lock(_ path: String) throws(FolderError) -> FolderLock {
        for _ in 1..<maxAttempts {
            do {
                return try FolderLock(folder: path)
            } catch {
                guard case .taken = error else { throw error }
                usleep(10_000)
            }
        }
        return try FolderLock(folder: path)
    }

    // MARK: - Segments

    private static let prefix = "journal-"
    private static let suffix = ".segment"
    private static let asideSuffix = ".damaged"
    private static let digits = 16
    /// Maximum number of files that are read.
    private static let maxEntries = 200_000

    static func name(_ session: Session, _ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return prefix + session.name + "." + String(repeating: "0", count: Self.digits - digits.count) + digits + suffix
    }

    /// Creates a file for a segment. All its bytes are allocated, so that writing cannot fail later.
    func makeFile(_ name: String, capacity: Int, buffer: UInt64) throws(JournalProblem) -> MappedMemory {
        let file = path + "/" + name
        unlink(file)
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalProblem(file, errno) }
        defer { close(descriptor) }
        var status = EINTR
        while status == EINTR { status = posix_fallocate(descriptor, 0, off_t(capacity)) }
        guard status == 0, let mapping = MappedMemory(descriptor: descriptor, capacity: capacity, buffer: buffer) else {
            let code = status == 0 ? errno : status
            unlink(file)
            throw JournalProblem(file, code)
        }
        return mapping
    }

    /// The files with the name of a segment, and the names of other files that look like one.
    func entries() -> (segments: [Entry], others: [String]) {
        var (segments, others): ([Entry], [String]) = ([], [])
        guard let folder = opendir(path) else { return ([], []) }
        defer { closedir(folder) }
        while segments.count + others.count < Self.maxEntries, let entry = readdir(folder) {
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

    /// Reads a file into the memory of this process, where no other process can change or shorten it. `nil` if it
    /// cannot be a segment of this user.
    func read(_ name: String) -> MappedMemory? {
        let descriptor = open(path + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_nlink == 1, status.st_size >= JournalLayout.headerBytes + JournalLayout.endBytes,
            status.st_size <= JournalLayout.maxCapacity, status.st_size % 8 == 0,
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

    /// Marks a segment of an earlier process as followed by another one; `false` on an error.
    func markFollowed(_ file: String) -> Bool {
        let descriptor = open(file, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var word = JournalLayout.followed
        return pwrite(descriptor, &word, 8, off_t(JournalLayout.Offset.followed)) == 8
    }

    /// Whether a file is empty: its writer was killed before the allocation.
    func isEmpty(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Deletes files of the folder.
    func remove(_ names: [String]) {
        for name in names { unlink(path + "/" + name) }
    }

    /// Renames damaged files for later inspection. Those of an earlier bus are deleted.
    func setAside(_ names: [String]) {
        emptyAside()
        for name in names {
            // A file that cannot be renamed does no harm: a segment of this run has another name or replaces it.
            rename(path + "/" + name, path + "/" + name + Self.asideSuffix)
        }
    }

    /// Deletes the files set aside by an earlier bus, once: there may be thousands.
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
