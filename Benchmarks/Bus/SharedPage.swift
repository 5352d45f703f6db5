import Glibc
import Platform
import Synchronization

/// A page of shared memory with the numbers of events that each subscriber has received.
///
/// `@unchecked Sendable`: the pointer never changes, and its memory is atomic.
struct SharedPage: @unchecked Sendable {
    private static let bytes = 8192
    private static let stride = 8
    /// Index of the publisher's words, after those of all subscribers.
    private static let ownWords = 64 * stride

    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    init(folder: String) throws(SystemError) {
        let path = folder + "/page"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, ftruncate(descriptor, off_t(Self.bytes)) == 0 else { throw SystemError("open \(path)") }
        defer { close(descriptor) }
        guard
            let memory = mmap(nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            memory != MAP_FAILED
        else { throw SystemError("share \(path)") }
        words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: Self.bytes / 8)
    }

    /// Number of events that a subscriber has received.
    func received(_ index: Int) -> UInt64 { words[index * Self.stride].load(ordering: .acquiring) }

    func setReceived(_ index: Int, _ count: UInt64) {
        words[index * Self.stride].store(count, ordering: .releasing)
    }

    /// Whether a subscriber has joined.
    func isReady(_ index: Int) -> Bool { words[index * Self.stride + 1].load(ordering: .acquiring) != 0 }

    func setReady(_ index: Int) { words[index * Self.stride + 1].store(1, ordering: .releasing) }

    /// Monotonic time at which the stopped subscriber resumed, nanoseconds; 0 before.
    var resumedAt: UInt64 { words[Self.ownWords].load(ordering: .acquiring) }

    func setResumed(at nanoseconds: UInt64) { words[Self.ownWords].store(nanoseconds, ordering: .releasing) }

    /// Tick of the newest event that the publisher has noted.
    var newestTick: UInt64 { words[Self.ownWords + 1].load(ordering: .acquiring) }

    func setNewest(tick: UInt64) { words[Self.ownWords + 1].store(tick, ordering: .releasing) }

    /// Number of events that the slowest subscriber has received.
    func slowest(of count: Int) -> UInt64 { (0..<count).map(received).min() ?? 0 }
}

/// A system call that failed. The description completes "failed to …".
struct SystemError: Error, CustomStringConvertible {
    let description: String

    init(_ operation: String) { description = "\(operation): \(String(cString: strerror(errno)))" }
}
