import Platform
import Synchronization

/// The word in the page of a client that says whether it sleeps, and must be woken at the next event.
///
/// The bus makes a page for each client, so that none can change that of another.
struct RingSleep {
    private let page: SharedPage

    init(_ page: SharedPage) { self.page = page }

    /// Says that the client sleeps from now on, before it looks for events a last time.
    func begin() {
        word.pointee.store(1, ordering: .relaxed)
        // The bus publishes an event before it looks here: one of both sees the other.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
    }

    /// Says that the client is awake.
    func end() { word.pointee.store(0, ordering: .relaxed) }

    /// Orders the newest event before the following looks at sleepers.
    static func published() { atomicMemoryFence(ordering: .sequentiallyConsistent) }

    /// Whether the client sleeps and is to be woken now: once for each sleep.
    func takeSleeper() -> Bool {
        guard word.pointee.load(ordering: .relaxed) != 0 else { return false }
        word.pointee.store(0, ordering: .relaxed)
        return true
    }

    private var word: UnsafeMutablePointer<Atomic<UInt32>> {
        page.start.assumingMemoryBound(to: Atomic<UInt32>.self)
    }
}
