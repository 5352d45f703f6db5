import EventBus
import Glibc
import NavigationEvents
import Platform
import Synchronization

/// Sends the requests of a control to a bus, on a thread that starts with the first request.
final class BusRequestChannel: RequestChannel {
    /// Timeout of a request: a later effect would no longer match the wish of the user.
    private static let timeout = Duration.seconds(2)
    /// Number of reasons that are remembered; above it they are forgotten, and reported again.
    private static let maxReasons = 32

    private struct State {
        var waiting = RequestQueue()
        var hasThread = false
        var isClosed = false
        var reported: Set<String> = []
    }

    private let endpoint: String
    private let session: Session
    private let reporter: Reporter
    private let state = Mutex(State())
    private let semaphore = Semaphore()

    init(endpoint: String, session: Session, reporter: Reporter) {
        self.endpoint = endpoint
        self.session = session
        self.reporter = reporter
    }

    func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?) {
        let request = request(session)
        let (isTaken, needsThread) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            let isTaken = state.waiting.add(request, onReply: reply)
            defer { state.hasThread = true }
            return (isTaken, !state.hasThread)
        }
        if !isTaken {
            fail("the bus does not answer, and \(RequestQueue.maxCount) requests are already waiting", reply)
        }
        semaphore.signal()
        guard needsThread else { return }
        do {
            try SystemThread.detach("requests") { [self] in serve() }
        } catch {
            state.withLock { $0.hasThread = false }
            fail("failed to \(error)", reply)
        }
    }

    /// Ends the thread. Waiting requests are dropped, and later ones are ignored.
    func stop() {
        state.withLock { $0.isClosed = true }
        semaphore.signal()
    }

    private func serve() {
        var client: BusClient?
        while true {
            semaphore.wait()
            while let (request, onReply) = state.withLock({ $0.isClosed ? nil : $0.waiting.next() }) {
                do throws(BusError) {
                    if client == nil { client = try BusClient(requests: endpoint) }
                    let reply = try client?.request(request, timeout: Self.timeout)
                    if let reply { onReply?(reply) }
                } catch {
                    if case .refused(let refusal) = error {
                        if let onReply {
                            onReply(.refused(refusal))
                            continue
                        }
                    } else {
                        client = nil
                    }
                    // The other waiting requests would also be too old when a bus returns.
                    if case .noAnswer = error { dropWaiting("failed to \(error)") }
                    if request.isUntimely(error) { continue }
                    fail("a request of this control was not carried out: failed to \(error)", onReply)
                }
            }
            if state.withLock({ $0.isClosed }) { return }
        }
    }

    /// Drops the waiting requests. Handlers of replies get a refusal.
    private func dropWaiting(_ reason: String) {
        var dropped = state.withLock { state in
            defer { state.waiting = RequestQueue() }
            return state.waiting
        }
        while let (_, onReply) = dropped.next() { onReply?(.refused(RequestError(code: .unavailable, text: reason))) }
    }

    /// Hands a failure to the handler of the reply, or reports it.
    private func fail(_ reason: String, _ onReply: RequestQueue.OnReply?) {
        guard let onReply else { return complain(reason) }
        onReply(.refused(RequestError(code: .unavailable, text: reason)))
    }

    private func complain(_ reason: String) {
        let isNew = state.withLock { state in
            if state.reported.count >= Self.maxReasons { state.reported = [] }
            return !state.isClosed && state.reported.insert(reason).inserted
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
private final class Semaphore: @unchecked Sendable {
    // A semaphore may be used by many threads; it must not move in memory.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }

    /// Waits for a signal.
    func wait() {
        while sem_wait(semaphore) != 0, errno == EINTR {}
    }
}
