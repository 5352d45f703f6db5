import Glibc
import NavigationEvents

/// The file of a drive's inputs: each input is written before it takes effect, so that a killed bus is recovered by
/// replaying them.
///
/// A record is written with one system call; it is then in the kernel's memory and survives the process. If the disk
/// refuses it (full, read-only), it is kept in memory for the next attempt, up to a limit; guidance does not wait for
/// it.
final class DriveLog {
    /// Size in bytes from which the log is rewritten when a route is started or stopped, where this changes nothing.
    static let trimmedBytes = 256 * 1024
    /// Size in bytes from which the log is rewritten at any time.
    static let maxBytes = 2 * 1024 * 1024
    /// Maximum number of bytes waiting for a disk; above it, logging is abandoned until the log is rewritten.
    static let maxWaitingBytes = 4 * 1024 * 1024

    /// Size limits of a log, and the part that is kept unthinned.
    struct Bounds: Sendable, Hashable {
        var trimmedBytes = DriveLog.trimmedBytes
        var maxBytes = DriveLog.maxBytes
        var maxWaitingBytes = DriveLog.maxWaitingBytes
        var wholeSeconds = DriveLog.wholeSeconds
        /// Whether the content must not depend on the disk: what the disk refuses is kept in memory.
        var isExact = false

        /// The limits for a session that is opened while the bus runs; there may be thousands. At one fix per second,
        /// the last two minutes are kept unthinned, and a quarter of an hour fits.
        static let opened = Bounds(
            trimmedBytes: 32 * 1024, maxBytes: 128 * 1024, maxWaitingBytes: 128 * 1024, wholeSeconds: 120)

        /// The limits for a session whose events follow from its requests alone.
        static let exact = Bounds(
            trimmedBytes: opened.trimmedBytes, maxBytes: opened.maxBytes, wholeSeconds: opened.wholeSeconds,
            isExact: true)
    }

    /// The path of the file.
    let path: String
    let bounds: Bounds
    private let run: UInt64
    private var descriptor: Int32
    /// Records that could not be written yet.
    private var waiting: [UInt8] = []
    /// Size of the file, bytes.
    private(set) var byteCount: Int
    /// Size of the file when it was last rewritten, bytes.
    private(set) var rewrittenByteCount: Int
    /// The number of failed system calls.
    private(set) var failures: UInt64 = 0
    /// The reason of the last failure; `nil` after a success.
    private(set) var problem: String?
    /// Whether inputs are missing from the file, so that it is useless.
    private(set) var isAbandoned = false
    private let write: Writer

    /// Writes to a descriptor, like the system call; tests replace it to simulate failures of a disk.
    typealias Writer = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

    private static let magic = Array("navbus drive 1\n\0".utf8)
    private static let headerBytes = 24

    /// Opens the log of a run in a folder, or begins one.
    ///
    /// - Parameters:
    ///   - session: The session of the log; `nil` for the bus's own session.
    ///   - isContinued: Whether the run continues; otherwise, or if the file belongs to another run, the log is begun
    ///     again.
    ///   - bounds: The size limits.
    ///   - write: Writes to the file.
    init(
        folder: String, session: Session? = nil, run: UInt64, isContinued: Bool, bounds: Bounds = Bounds(),
        write: @escaping Writer = { Glibc.write($0, $1.baseAddress, $1.count) }
    ) {
        path = folder + "/" + Self.name(session)
        self.bounds = bounds
        self.run = run
        self.write = write
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        byteCount = 0
        rewrittenByteCount = 0
        if descriptor < 0 {
            fail("open")
            isAbandoned = true
        } else if !isContinued || !isOfRun {
            begin()
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Passes all records to `take` and cuts off an incomplete last one.
    ///
    /// - Returns: The number of bytes cut off.
    func replay(_ take: (DriveRecord) -> Void) -> Int {
        let bytes = contents()
        var offset = min(Self.headerBytes, bytes.count)
        bytes.withUnsafeBytes { bytes in
            while let (record, count) = DriveRecord.read(UnsafeRawBufferPointer(rebasing: bytes[offset...])) {
                take(record)
                offset += count
            }
        }
        let torn = bytes.count - offset
        if torn > 0, ftruncate(descriptor, off_t(offset)) != 0 { fail("cut") }
        byteCount = offset - waiting.count
        // A log that was rewritten in this process may grow to twice its size then, however often it is read.
        rewrittenByteCount = max(rewrittenByteCount, min(offset, bounds.trimmedBytes))
        return torn
    }

    /// Whether the log has grown so much that it must be rewritten.
    ///
    /// - Parameter limit: Size in bytes that is always permitted; a log that was larger after rewriting may have twice
    ///   that size.
    func isGrown(beyond limit: Int) -> Bool {
        let byteCount = bounds.isExact ? byteCount + waiting.count : byteCount
        return isAbandoned || byteCount > max(limit, 2 * rewrittenByteCount)
    }

    /// Appends a record.
    func append(_ record: DriveRecord) {
        guard descriptor >= 0, !isAbandoned else { return }
        record.append(to: &waiting)
        flush()
    }

    /// Removes the file: the drive must not be resumed from it.
    func remove() {
        for name in [path, replacement] where unlink(name) != 0 && errno != ENOENT { fail("remove") }
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Replaces all records.
    ///
    /// The records are written to another file, which is then renamed, so that a complete log exists at any moment.
    func replace(with records: [UInt8]) {
        let file = open(replacement, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let bytes = header + records
        guard file >= 0, put(bytes, into: file) == bytes.count, rename(replacement, path) == 0 else {
            fail("begin")
            if file >= 0 { close(file) }
            _ = unlink(replacement)
            if bounds.isExact { return keep(bytes) }
            // The next attempt follows when the old log has grown to twice its size, not with each input.
            rewrittenByteCount = byteCount
            return
        }
        if descriptor >= 0 { close(descriptor) }
        descriptor = file
        (byteCount, rewrittenByteCount) = (bytes.count, bytes.count)
        waiting.removeAll()
        isAbandoned = false
        problem = nil
    }

    /// Keeps all bytes in memory, until the disk accepts them.
    private func keep(_ bytes: [UInt8]) {
        guard descriptor >= 0, ftruncate(descriptor, 0) == 0 else { return abandon() }
        (byteCount, rewrittenByteCount) = (0, bytes.count)
        waiting = bytes
        isAbandoned = false
    }

    /// All bytes of the file, and those that wait to be written.
    func contents() -> [UInt8] {
        guard descriptor >= 0 else { return [] }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size > 0 else { return waiting }
        var bytes = [UInt8](unsafeUninitializedCapacity: size + waiting.count) { buffer, count in
            while count < size {
                let more = pread(descriptor, buffer.baseAddress?.advanced(by: count), size - count, off_t(count))
                if more <= 0 { break }
                count += more
            }
        }
        bytes += waiting
        return bytes
    }

    /// All inputs of the file, in order.
    func inputs() -> [DriveInput] { entries().map(\.input) }

    /// All inputs of the file, in order, each with the size of its record in bytes.
    func entries() -> [(input: DriveInput, byteCount: Int)] {
        let bytes = contents()
        var offset = min(Self.headerBytes, bytes.count)
        var entries: [(input: DriveInput, byteCount: Int)] = []
        bytes.withUnsafeBytes { bytes in
            while let (record, count) = DriveRecord.read(UnsafeRawBufferPointer(rebasing: bytes[offset...])) {
                switch record.content {
                case .input(let input), .warmUp(let input): entries.append((input, count))
                case .numbers, .resumed: break
                }
                offset += count
            }
        }
        return entries
    }

    /// The path of the file that replaces this one.
    private var replacement: String { path + ".new" }

    private var header: [UInt8] {
        var bytes = Self.magic
        bytes.appendLittleEndian(run)
        return bytes
    }

    private var isOfRun: Bool {
        var bytes = [UInt8](repeating: 0, count: Self.headerBytes)
        return pread(descriptor, &bytes, bytes.count, 0) == bytes.count && bytes == header
    }

    private func begin() {
        guard ftruncate(descriptor, 0) == 0 else {
            fail("begin")
            isAbandoned = true
            return
        }
        byteCount = 0
        waiting = header
        flush()
        rewrittenByteCount = byteCount
    }

    private func flush() {
        let count = put(waiting, into: descriptor)
        byteCount += count
        guard count == waiting.count else {
            fail("write")
            // A partial record is harmless: the rest follows with the next attempt, or it is cut off on replay.
            waiting.removeFirst(count)
            if waiting.count > bounds.maxWaitingBytes { abandon() }
            return
        }
        waiting.removeAll(keepingCapacity: waiting.count < 1 << 16)
        problem = nil
    }

    /// Abandons the log, because a log with a gap describes another drive.
    private func abandon() {
        isAbandoned = true
        waiting = []
        if ftruncate(descriptor, 0) != 0 { fail("empty") }
        byteCount = 0
    }

    /// Writes until the system refuses, with the reason in `errno`.
    ///
    /// - Returns: The number of bytes written.
    private func put(_ bytes: [UInt8], into file: Int32) -> Int {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(file, UnsafeRawBufferPointer(rebasing: $0[done...])) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            done += count
        }
        return done
    }

    private func fail(_ verb: String) {
        let reason = String(cString: strerror(errno))
        failures += 1
        problem = "\(verb) the drive log \(path): \(reason)"
    }
}
