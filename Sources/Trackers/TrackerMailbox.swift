import Platform
import Synchronization

/// The answers of the handler on their way to the thread of a ``TrackerListener``.
final class TrackerMailbox: Sendable {
    /// The content of the mailbox.
    struct Content: Sendable {
        /// The outcomes by the number of the request.
        var outcomes: [(number: UInt64, outcome: TrackerOutcome)] = []
        var isClosed = false
    }

    private let content = Mutex(Content())
    private let waker: WakeUp

    init() throws(SystemError) { waker = try WakeUp() }

    /// A descriptor that is readable when the mailbox has content.
    var descriptor: Int32 { waker.descriptor }

    /// Adds an outcome.
    func put(_ outcome: TrackerOutcome, for number: UInt64) {
        content.withLock { $0.outcomes.append((number, outcome)) }
        waker.wake()
    }

    /// Asks the listener to end.
    func close() {
        content.withLock { $0.isClosed = true }
        waker.wake()
    }

    /// Takes the outcomes.
    func take() -> Content {
        waker.clear()
        return content.withLock { content in
            defer { content.outcomes = [] }
            return content
        }
    }
}

/// A thread that is joined by the first of several callers.
final class JoinedOnce: Sendable {
    private let thread: Mutex<SystemThread?>

    init(_ thread: SystemThread) { self.thread = Mutex(thread) }

    /// Waits until the thread has ended, if no other caller has done so.
    func join() {
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }
}
