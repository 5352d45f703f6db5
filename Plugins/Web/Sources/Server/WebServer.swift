import Dashboard
import Glibc
import Synchronization

/// Serves the page on a thread of its own.
final class WebServer: Sendable {
    /// The port that is open.
    let port: UInt16
    private let showcase: Showcase
    private let thread: Mutex<pthread_t?>

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
        thread = Mutex(try startThread { loop.run() })
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
        if let ended { pthread_join(ended, nil) }
    }
}

/// Starts a thread; whoever starts it joins it.
private func startThread(_ work: @escaping @Sendable () -> Void) throws(WebError) -> pthread_t {
    let passed = Unmanaged.passRetained(ThreadWork(work))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { passed in
            guard let passed else { return nil }
            // A browser that goes away while it is answered must not end the process.
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

/// Carries the work through the system's call.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
