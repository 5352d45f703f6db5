import Dashboard
import Glibc
import HTTPServer
import Platform
import Synchronization

/// The web server, which runs on its own thread.
final class WebServer: Sendable {
    /// The open port.
    let port: UInt16
    private let mailbox: DashboardMailbox
    private let thread: Mutex<SystemThread?>

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - socket: The listening socket, which is closed with the server.
    ///   - handler: Creates the responses.
    ///   - dashboard: The first state.
    ///   - identity: The key and the certificate; `nil` without TLS.
    init(
        _ socket: ListenSocket, handler: WebRequestHandler, dashboard: Dashboard, identity: TLSIdentity? = nil
    ) throws(WebError) {
        port = socket.port
        let mailbox = try DashboardMailbox(dashboard)
        self.mailbox = mailbox
        let loop = try ServerLoop(socket, handler: handler, mailbox: mailbox, identity: identity)
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
        mailbox.put(dashboard, seenWithin: seconds)
    }

    /// Whether the thread hangs; never blocks.
    var isHung: Bool { mailbox.isHung }

    /// Whether the thread has answered the last ``call()``.
    var isAnswering: Bool { mailbox.isAnswered }

    /// Asks the thread for an answer, once a second.
    func call() { mailbox.call() }

    /// Closes all connections and the port. May be called twice.
    func stop() {
        mailbox.close()
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.join()
    }
}
