import EventBus
import Glibc
import NavigationEvents
import Platform
import Synchronization

/// The connection of a router to a bus, on a thread of its own.
final class BusRouterChannel: RouterChannel {
    /// Timeout for the delivery of an answer; an undelivered one is sent again with the next event.
    private static let answerTimeout = Duration.seconds(2)
    private static let joinTimeout = Duration.milliseconds(500)
    private static let pauseMicroseconds: UInt32 = 100_000

    private struct State {
        var answers: [(session: Session, answer: RouteAnswer)] = []
        var wakeup: BusWakeUp?
        var isClosed = false
    }

    private let endpoint: String
    private let hello: Hello
    private let reporter: Reporter
    private let state = Mutex(State())

    init(endpoint: String, id: String, session: Session, reporter: Reporter) {
        self.endpoint = endpoint
        self.reporter = reporter
        hello = Hello(
            control: id, session: session, topics: [.onNavigation, .onNavigationStopped], processID: getpid())
    }

    func start(_ onRequest: @escaping @Sendable (Session, RouteRequest?) -> Void) throws {
        try SystemThread.detach("router") { [self] in serve(onRequest) }
    }

    func answer(_ answer: RouteAnswer, session: Session) {
        let wakeup = state.withLock { state in
            state.answers.append((session, answer))
            return state.wakeup
        }
        wakeup?.wake()
    }

    func stop() {
        let wakeup = state.withLock { state in
            state.isClosed = true
            return state.wakeup
        }
        wakeup?.wake()
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func serve(_ onRequest: (Session, RouteRequest?) -> Void) {
        var pending = PendingRouteRequests()
        var complaint = ""
        while !isClosed {
            do throws(BusError) {
                let listener = try TopicListener(requests: endpoint, topics: hello.topics)
                state.withLock { $0.wakeup = listener.wakeup }
                try follow(listener, &pending, onRequest)
            } catch {
                state.withLock { $0.wakeup = nil }
                guard !isClosed else { return }
                complain(of: error, &complaint)
                usleep(Self.pauseMicroseconds)
            }
        }
    }

    /// Reports an error once. A bus that does not answer is no error: it will return.
    private func complain(of error: BusError, _ complaint: inout String) {
        if case .noAnswer = error { return }
        guard complaint != "\(error)" else { return }
        complaint = "\(error)"
        reporter(.warning, text: "failed to \(error); connecting again to receive route requests")
    }

    private func follow(
        _ listener: TopicListener, _ pending: inout PendingRouteRequests, _ onRequest: (Session, RouteRequest?) -> Void
    ) throws(BusError) {
        try listener.join(hello, timeout: Self.joinTimeout)
        while !isClosed {
            if let envelope = try listener.next(timeout: nil) {
                let action = pending.note(envelope.session, run: envelope.run, asks: envelope.event.routeRequest)
                try perform(action, listener, &pending, onRequest)
            }
            let answers = state.withLock { state in
                defer { state.answers = [] }
                return state.answers
            }
            // All answers are noted before the first is sent: one that the bus does not accept is sent again.
            let actions = answers.map { pending.take($1, session: $0) }
            for action in actions { try perform(action, listener, &pending, onRequest) }
        }
    }

    private func perform(
        _ action: PendingRouteRequests.Action?, _ listener: TopicListener, _ pending: inout PendingRouteRequests,
        _ onRequest: (Session, RouteRequest?) -> Void
    ) throws(BusError) {
        switch action {
        case nil: break
        case .ask(let session, let request): onRequest(session, request)
        case .withdraw(let session): onRequest(session, nil)
        case .send(let session, let answer):
            do throws(BusError) {
                _ = try listener.request(.answerRoute(session, answer), timeout: Self.answerTimeout)
                pending.settle(session, number: answer.number)
            } catch {
                try note(error, listener, session, answer, &pending)
            }
        }
    }

    /// Handles an answer that the bus has not accepted: because the bus is away, too busy, or refuses it for good.
    private func note(
        _ error: BusError, _ listener: TopicListener, _ session: Session, _ answer: RouteAnswer,
        _ pending: inout PendingRouteRequests
    ) throws(BusError) {
        switch error {
        case .noAnswer: break
        case .refused(let refusal) where refusal.code == .throttled: break
        case .refused(let refusal) where refusal.code == .noSuchSession: pending.forget(session)
        case .refused(let refusal):
            pending.settle(session, number: answer.number)
            reporter(.warning, text: "the bus refused the route for \(session): \(refusal.text)")
        case .tooLarge:
            // Guidance learns of the failure, and requests again.
            let failure = RouteAnswer(number: answer.number, outcome: .failure("\(error)"))
            _ = try listener.request(.answerRoute(session, failure), timeout: Self.answerTimeout)
            pending.settle(session, number: answer.number)
        default: throw error
        }
    }
}

extension Event {
    /// The route request in an event; `nil` if it has none.
    fileprivate var routeRequest: RouteRequest? {
        guard case .navigation(let info) = self else { return nil }
        return info.rerouting?.request
    }
}
