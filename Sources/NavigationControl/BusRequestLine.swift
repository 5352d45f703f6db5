import EventBus
import Glibc
import NavigationEvents
import Platform
import Synchronization

/// Sends the requests of a control to a bus, on a thread that starts with the first request.
final class BusRequestLine: RequestLine {
    /// Timeout of a request: a later effect would no longer match the wish of the user.
    private static let patience = Duration.seconds(2)
    /// Number of reasons that are remembered; above it they are forgotten, and reported again.
    private static let mostReasons = 32

    private struct State {
        var waiting = WaitingRequests()
        var hasThread = false
        var isClosed = false
        var told: Set<String> = []
    }

    private let endpoint: String
    private let session: Session
    private let reporter: Reporter
    private let state = Mutex(State())
    private let bell = Bell()

    init(endpoint: String, session: Session, reporter: Reporter) {
        self.endpoint = endpoint
        self.session = session
        self.reporter = reporter
    }

    func ask(_ request: (Session) -> Request) {
        let request = request(session)
        let (isTaken, needsThread) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            let isTaken = state.waiting.add(request)
            defer { state.hasThread = true }
            return (isTaken, !state.hasThread)
        }
        if !isTaken { complain("the bus does not answer, and \(WaitingRequests.most) requests are already waiting") }
        bell.ring()
        guard needsThread else { return }
        do {
            try SystemThread.detach("requests") { [self] in serve() }
        } catch {
            state.withLock { $0.hasThread = false }
            complain("failed to \(error)")
        }
    }

    /// Ends the thread. Waiting requests are dropped, and later ones are ignored.
    func stop() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    private func serve() {
        var client: BusClient?
        while true {
            bell.wait()
            while let request = state.withLock({ $0.isClosed ? nil : $0.waiting.next() }) {
                do throws(BusError) {
                    if client == nil { client = try BusClient(requests: endpoint) }
                    _ = try client?.request(request, timeout: Self.patience)
                } catch {
                    if case .refused = error {} else { client = nil }
                    // The other waiting requests would also be too old when a bus returns.
                    if case .noAnswer = error { state.withLock { $0.waiting = WaitingRequests() } }
                    if request.isUntimely(error) { continue }
                    complain("a request of this control was not carried out: failed to \(error)")
                }
            }
            if state.withLock({ $0.isClosed }) { return }
        }
    }

    private func complain(_ reason: String) {
        let isNew = state.withLock { state in
            if state.told.count >= Self.mostReasons { state.told = [] }
            return !state.isClosed && state.told.insert(reason).inserted
        }
        if isNew { reporter(.warning, text: reason) }
    }
}

extension Request {
    /// Whether the request is a heading that the bus cannot use yet, as before the first position: another one follows
    /// soon.
    fileprivate func isUntimely(_ error: BusError) -> Bool {
        guard case .heading = self, case .refused(let refusal) = error else { return false }
        return refusal.code == .unavailable
    }
}

/// A counting semaphore: a signal also counts if no thread waits yet.
private final class Bell: @unchecked Sendable {
    // A semaphore may be used by many threads; it must not move in memory.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func ring() { sem_post(semaphore) }

    /// Waits for a signal.
    func wait() {
        while sem_wait(semaphore) != 0, errno == EINTR {}
    }
}
