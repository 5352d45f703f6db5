import Dashboard
import Glibc
import Synchronization

/// The web server, which runs on its own thread.
final class WebServer: Sendable {
    /// The open port.
    let port: UInt16
    private let showcase: Showcase
    private let thread: Mutex<pthread_t?>

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
        thread = Mutex(try startThread { loop.run() })
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
        if let ended { pthread_join(ended, nil) }
    }
}

/// Starts a thread, which the caller must join.
private func startThread(_ work: @escaping @Sendable () -> Void) throws(WebError) -> pthread_t {
    let passed = Unmanaged.passRetained(ThreadWork(work))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { passed in
            guard let passed else { return nil }
            // A browser that disconnects during a response must not end the process by SIGPIPE.
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Unmanaged<ThreadWork>.fromOpaque(passed).takeRetainedValue().run()
            return nil
        }, passed.toOpaque())
    guard code == 0 else {
        passed.release()
        throw .system(what: "a thread", reason: String(cString: strerror(code)))
    }
    return thread
}

/// The work of a thread, passed through `pthread_create`.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
