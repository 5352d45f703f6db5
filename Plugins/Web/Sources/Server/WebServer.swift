import Dashboard
import Glibc
import Platform
import Synchronization

/// Serves the page on a thread of its own.
final class WebServer: Sendable {
    /// The port that is open.
    let port: UInt16
    private let showcase: Showcase
    private let thread: Mutex<SystemThread?>

    /// Opens the port and begins to serve.
    ///
    /// - Parameters:
    ///   - socket: Where browsers connect; it is closed with the server.
    ///   - office: What answers them.
    ///   - dashboard: What is to be seen at first.
    init(_ socket: ListenSocket, office: WebOffice, dashboard: Dashboard) throws(WebError) {
        port = socket.port
        let showcase = try Showcase(dashboard)
        self.showcase = showcase
        let loop = try ServerLoop(socket, office: office, showcase: showcase)
        do throws(SystemError) {
            thread = Mutex(try SystemThread.start("web") { loop.run() })
        } catch {
            throw .system(what: "a thread", reason: error.reason)
        }
    }

    /// Shows what has changed; never waits.
    ///
    /// - Parameter seconds: How long it may wait for a change that comes with it.
    func show(_ dashboard: Dashboard, within seconds: Double = 0) {
        showcase.put(dashboard, seenWithin: seconds)
    }

    /// Whether the thread hangs; it never waits for it.
    var isHung: Bool { showcase.isDeserted }

    /// Whether it has given the last sign of life that it was asked for.
    var isAnswering: Bool { showcase.isAnswered }

    /// Asks the thread for a sign of life, once a second.
    func call() { showcase.call() }

    /// Ends all connections and closes the port. May be called twice.
    func stop() {
        showcase.close()
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }
}
