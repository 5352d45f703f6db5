import Dashboard
import Platform
import Synchronization

/// A mailbox with the newest dashboard, from the thread of the control to that of the server. The control never waits.
final class DashboardMailbox: Sendable {
    /// The content of the mailbox.
    struct Content: Sendable {
        var dashboard: Dashboard
        /// The number of changes.
        var version: UInt64 = 0
        /// The time by which the changes must be visible, in seconds of the monotonic clock; `nil` if they were taken.
        var seenAt: Double?
        var isClosed = false
    }

    /// The number of unanswered calls, one a second, after which the server counts as hung.
    static let maxUnansweredCalls = 10

    private struct Shared {
        var content: Content
        var isWatched = false
        var unansweredCalls = 0
    }

    private let shared: Mutex<Shared>
    /// A descriptor that is readable when the server has something to do.
    var wakeUp: Int32 { waker.descriptor }
    private let waker: WakeUp

    init(_ dashboard: Dashboard) throws(WebError) {
        do throws(SystemError) {
            waker = try WakeUp()
        } catch {
            throw .system(what: "an event descriptor", reason: error.reason)
        }
        shared = Mutex(Shared(content: Content(dashboard: dashboard)))
    }

    /// Replaces the content.
    ///
    /// - Parameters:
    ///   - dashboard: The new content.
    ///   - seconds: The time for which the server may wait for a further change.
    func put(_ dashboard: Dashboard, seenWithin seconds: Double) {
        let seenAt = Moment.now.seconds + seconds
        let mustWake = shared.withLock { shared in
            shared.content.dashboard = dashboard
            shared.content.version += 1
            let isEarlier = seenAt < shared.content.seenAt ?? .infinity
            if isEarlier { shared.content.seenAt = seenAt }
            return shared.isWatched && isEarlier
        }
        // Without an event stream there is nothing to do.
        if mustWake { waker.wake() }
    }

    /// Whether the server is hung: it has not answered many calls. Calls are counted instead of seconds, because a
    /// stopped process is not a hung thread.
    var isHung: Bool { shared.withLock { $0.unansweredCalls >= Self.maxUnansweredCalls } }

    /// Whether the server has answered the last call.
    var isAnswered: Bool { shared.withLock { $0.unansweredCalls == 0 } }

    /// Wakes the server, once a second, to check that it answers.
    func call() {
        shared.withLock { $0.unansweredCalls += 1 }
        waker.wake()
    }

    /// Wakes the server: something else than the dashboard has changed.
    func wake() { waker.wake() }

    /// Asks the server to end.
    func close() {
        shared.withLock { $0.content.isClosed = true }
        waker.wake()
    }

    /// Takes the current content.
    ///
    /// - Parameter isWatched: Whether changes should wake the server.
    func take(isWatched: Bool) -> Content {
        waker.clear()
        return shared.withLock { shared in
            shared.isWatched = isWatched
            shared.unansweredCalls = 0
            defer { shared.content.seenAt = nil }
            return shared.content
        }
    }
}
