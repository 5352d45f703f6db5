import CMicroHTTPD
import Dashboard
import Glibc
import Synchronization

/// What is to be shown, on its way from the thread of the control to that of the server. The control never waits: it
/// only leaves the latest here.
final class Showcase: Sendable {
    /// What the server finds.
    struct Content: Sendable {
        var dashboard: Dashboard
        /// Counts the changes.
        var version: UInt64 = 0
        /// When the latest change is to be seen, in seconds of the monotonic clock; `nil` if it was taken.
        var seenAt: Double?
        var isClosed = false
    }

    /// So many calls a second apart without an answer are no pause.
    static let mostUnansweredCalls = 10

    private struct Shared {
        var content: Content
        var isWatched = false
        var unansweredCalls = 0
    }

    private let shared: Mutex<Shared>
    /// Readable when there is something for the server to do.
    let wakeUp: Int32

    init(_ dashboard: Dashboard) throws(WebError) {
        wakeUp = navbus_wakeup_open()
        guard wakeUp >= 0 else { throw .system(what: "an event descriptor", reason: String(cString: strerror(errno))) }
        shared = Mutex(Shared(content: Content(dashboard: dashboard)))
    }

    deinit { close(wakeUp) }

    /// Shows what has changed.
    ///
    /// - Parameter seconds: How long it may wait for a change that comes with it.
    func put(_ dashboard: Dashboard, seenWithin seconds: Double) {
        let seenAt = Moment.now.seconds + seconds
        let isNews = shared.withLock { shared in
            shared.content.dashboard = dashboard
            shared.content.version += 1
            let isEarlier = seenAt < shared.content.seenAt ?? .infinity
            if isEarlier { shared.content.seenAt = seenAt }
            return shared.isWatched && isEarlier
        }
        // Where nobody watches, there is nothing to do.
        if isNews { wake() }
    }

    /// Whether the server has not come for what is here though it was called again and again. Calls are counted and not
    /// seconds: when the whole process is stopped for a while, nothing hangs.
    var isDeserted: Bool { shared.withLock { $0.unansweredCalls >= Self.mostUnansweredCalls } }

    /// Whether the server has come since it was last called.
    var isAnswered: Bool { shared.withLock { $0.unansweredCalls == 0 } }

    /// Calls the server, whatever it does; once a second.
    func call() {
        shared.withLock { $0.unansweredCalls += 1 }
        wake()
    }

    /// Ends the server.
    func close() {
        shared.withLock { $0.content.isClosed = true }
        wake()
    }

    /// What there is now.
    ///
    /// - Parameter isWatched: Whether the server wants to be woken by changes.
    func take(isWatched: Bool) -> Content {
        var count: UInt64 = 0
        _ = read(wakeUp, &count, MemoryLayout<UInt64>.size)
        return shared.withLock { shared in
            shared.isWatched = isWatched
            shared.unansweredCalls = 0
            defer { shared.content.seenAt = nil }
            return shared.content
        }
    }

    private func wake() {
        var one: UInt64 = 1
        // It fails only where the counter is full, and then the server is awake.
        _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
    }

    private func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
