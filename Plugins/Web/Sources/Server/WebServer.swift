import Dashboard
import Glibc
import Platform
import Synchronization

/// The web server, which runs on its own thread.
final class WebServer: Sendable {
    /// The open port.
    let port: UInt16
    private let showcase: Showcase
    private let thread: Mutex<SystemThread?>

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - socket: The listening socket, which is closed with the server.
    ///   - office: Creates the responses.
    ///   - dashboard: The first state.
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

    /// Shows a changed dashboard; never blocks.
    ///
    /// - Parameters:
    ///   - dashboard: The dashboard.
    ///   - seconds: The time for which the server may wait for a further change.
    func show(_ dashboard: Dashboard, within seconds: Double = 0) {
        showcase.put(dashboard, seenWithin: seconds)
    }

    /// Whether the thread hangs; never blocks.
    var isHung: Bool { showcase.isDeserted }

    /// Whether the thread has answered the last ``call()``.
    var isAnswering: Bool { showcase.isAnswered }

    /// Asks the thread for an answer, once a second.
    func call() { showcase.call() }

    /// Closes all connections and the port. May be called twice.
    func stop() {
        showcase.close()
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }
}
