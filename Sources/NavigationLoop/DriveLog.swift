import Glibc
import NavigationEvents

/// What went into a drive, in a file: each input is there before anything is made of it, so that a bus that is killed
/// is rebuilt by putting the same in again.
///
/// A record is one call of the system and then in the kernel's memory, where it outlives the process. What the disk
/// refuses (it is full, it was made read-only) is kept for the next try, within bounds; guidance does not wait for it.
final class DriveLog {
    /// A log grown to this is begun anew where that changes nothing: when a route is started or stopped.
    static let trimmedBytes = 256 * 1024
    /// A log grown to this is begun anew wherever it is.
    static let mostBytes = 2 * 1024 * 1024
    /// Bytes that may wait for a disk; then the log is given up until it is begun anew.
    static let mostWaitingBytes = 4 * 1024 * 1024

    /// How large a log grows, and what is left of it then.
    struct Bounds: Sendable, Hashable {
        var trimmedBytes = DriveLog.trimmedBytes
        var mostBytes = DriveLog.mostBytes
        var mostWaitingBytes = DriveLog.mostWaitingBytes
        var wholeSeconds = DriveLog.wholeSeconds

        /// Of a session that is opened while the bus runs: there may be thousands. At one fix a second the last two
        /// minutes are whole, and a quarter of an hour fits in.
        static let opened = Bounds(
            trimmedBytes: 32 * 1024, mostBytes: 128 * 1024, mostWaitingBytes: 128 * 1024, wholeSeconds: 120)
    }

    /// Where the file is.
    let path: String
    let bounds: Bounds
    private let run: UInt64
    private var descriptor: Int32
    /// What could not be written yet.
    private var waiting: [UInt8] = []
    /// Bytes of the file.
    private(set) var byteCount: Int
    /// What the file had when it was begun last.
    private(set) var leastByteCount: Int
    /// Calls of the system that failed.
    private(set) var failures: UInt64 = 0
    /// Why the last one failed; `nil` while all is well.
    private(set) var trouble: String?
    /// Whether inputs are missing from the file, so that it is of no use.
    private(set) var isGivenUp = false
    private let write: Writer

    /// Writes to a descriptor, as the system's call does: what tests put in its place fails like a disk.
    typealias Writer = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

    private static let magic = Array("navbus drive 1\n\0".utf8)
    private static let headerBytes = 24

    /// Opens the log of a run in a folder, or begins one.
    ///
    /// - Parameters:
    ///   - session: Whose log it is, in a folder of many; `nil`: the only one's.
    ///   - isContinued: Whether the run goes on; else, or if the file is of another run, it is begun anew.
    ///   - bounds: How large it grows.
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
        leastByteCount = 0
        if descriptor < 0 {
            fail("open")
            isGivenUp = true
        } else if !isContinued || !isOfRun {
            begin()
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Hands out the records there are, and cuts off what was not written to its end.
    ///
    /// - Returns: how many bytes were cut off.
    func replay(_ take: (DriveRecord) -> Void) -> Int {
        let bytes = contents()
        var place = min(Self.headerBytes, bytes.count)
        bytes.withUnsafeBytes { bytes in
            while let (record, count) = DriveRecord.read(UnsafeRawBufferPointer(rebasing: bytes[place...])) {
                take(record)
                place += count
            }
        }
        let torn = bytes.count - place
        if torn > 0, ftruncate(descriptor, off_t(place)) != 0 { fail("cut") }
        byteCount = place
        // One that was begun anew in this process may grow to twice what was left then, however often it is read again.
        leastByteCount = max(leastByteCount, min(place, bounds.trimmedBytes))
        return torn
    }

    /// Whether it has grown so much that it is to be begun anew.
    ///
    /// - Parameter limit: Bytes that a log may always have; where more are needed, it may have twice those.
    func isGrown(beyond limit: Int) -> Bool { isGivenUp || byteCount > max(limit, 2 * leastByteCount) }

    /// Adds a record.
    func append(_ record: DriveRecord) {
        guard descriptor >= 0, !isGivenUp else { return }
        record.append(to: &waiting)
        flush()
    }

    /// Removes the file: nobody is to go on from here.
    func remove() {
        for name in [path, replacement] where unlink(name) != 0 && errno != ENOENT { fail("remove") }
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Puts these records in the place of all there are.
    ///
    /// They are written beside the file and then take its name, so that there is a whole one at any moment.
    func replace(with records: [UInt8]) {
        let file = open(replacement, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let bytes = header + records
        guard file >= 0, put(bytes, into: file) == bytes.count, rename(replacement, path) == 0 else {
            fail("begin")
            // It is not tried again at each input, but when the old one has grown twice as long.
            leastByteCount = byteCount
            if file >= 0 { close(file) }
            _ = unlink(replacement)
            return
        }
        if descriptor >= 0 { close(descriptor) }
        descriptor = file
        (byteCount, leastByteCount) = (bytes.count, bytes.count)
        waiting.removeAll()
        isGivenUp = false
        trouble = nil
    }

    /// All bytes of the file, and what waits to be written behind them.
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

    /// All inputs of the file, in order, each with the bytes that its record takes.
    func entries() -> [(input: DriveInput, byteCount: Int)] {
        let bytes = contents()
        var place = min(Self.headerBytes, bytes.count)
        var entries: [(input: DriveInput, byteCount: Int)] = []
        bytes.withUnsafeBytes { bytes in
            while let (record, count) = DriveRecord.read(UnsafeRawBufferPointer(rebasing: bytes[place...])) {
                switch record.content {
                case .input(let input), .warmUp(let input): entries.append((input, count))
                case .numbers, .carriedOn: break
                }
                place += count
            }
        }
        return entries
    }

    /// Where the file is that takes the place of this one.
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
            isGivenUp = true
            return
        }
        byteCount = 0
        waiting = header
        flush()
        leastByteCount = byteCount
    }

    private func flush() {
        let count = put(waiting, into: descriptor)
        byteCount += count
        guard count == waiting.count else {
            fail("write")
            // A part of a record is no harm: the rest comes next time, or the tail is cut.
            waiting.removeFirst(count)
            if waiting.count > bounds.mostWaitingBytes { giveUp() }
            return
        }
        waiting.removeAll(keepingCapacity: waiting.count < 1 << 16)
        trouble = nil
    }

    /// A log with a hole would tell another drive.
    private func giveUp() {
        isGivenUp = true
        waiting = []
        if ftruncate(descriptor, 0) != 0 { fail("empty") }
        byteCount = 0
    }

    /// Writes until the system refuses, which then says why.
    ///
    /// - Returns: how many bytes it took.
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
        trouble = "\(verb) the drive log \(path): \(reason)"
    }
}
