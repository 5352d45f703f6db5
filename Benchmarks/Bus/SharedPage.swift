import Glibc
import Platform
import Synchronization

/// A page of memory that publisher and subscribers share: what each subscriber has received, without a message.
///
/// `@unchecked Sendable`: the pointer never changes, and what it leads to is atomic.
struct SharedPage: @unchecked Sendable {
    private static let bytes = 8192
    private static let stride = 8
    /// Behind the words of all subscribers.
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

    /// Events received by a subscriber.
    func received(_ index: Int) -> UInt64 { words[index * Self.stride].load(ordering: .acquiring) }

    func setReceived(_ index: Int, _ count: UInt64) {
        words[index * Self.stride].store(count, ordering: .releasing)
    }

    /// Whether a subscriber has joined.
    func isReady(_ index: Int) -> Bool { words[index * Self.stride + 1].load(ordering: .acquiring) != 0 }

    func setReady(_ index: Int) { words[index * Self.stride + 1].store(1, ordering: .releasing) }

    /// When the stopped subscriber went on; 0 before.
    var resumedAt: UInt64 { words[Self.ownWords].load(ordering: .acquiring) }

    func setResumed(at nanoseconds: UInt64) { words[Self.ownWords].store(nanoseconds, ordering: .releasing) }

    /// Tick of the event published last, as far as it is told.
    var newestTick: UInt64 { words[Self.ownWords + 1].load(ordering: .acquiring) }

    func setNewest(tick: UInt64) { words[Self.ownWords + 1].store(tick, ordering: .releasing) }

    /// Events received by the slowest of so many subscribers.
    func slowest(of count: Int) -> UInt64 { (0..<count).map(received).min() ?? 0 }
}

/// A call of the system that failed. The description completes "failed to …".
struct SystemError: Error, CustomStringConvertible {
    let description: String

    init(_ operation: String) { description = "\(operation): \(String(cString: strerror(errno)))" }
}
