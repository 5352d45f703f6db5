public import Access
import EventCodec
import Glibc
public import NavigationEvents
import Platform
import ZeroMQ

/// A subscriber of a bus, with its connection to the request socket. Used on one thread; it starts no other.
///
///     let client = try BusClient(requests: BusEndpoints.standard.requests)
///     let welcome = try client.join(hello, timeout: .seconds(5))
///     while let delivery = try client.next(timeout: .seconds(1)) { … }
///
/// It delivers each event of the wanted topics once and in the order of publishing, over all topics. A late joiner gets
/// the present state first. Lost events are fetched from the journal of the bus; if they are gone,
/// ``Delivery/resynchronized(missed:)`` is delivered. After a restart of the bus the client joins again by itself.
public final class BusClient {
    /// The counters of a client.
    public struct Counters: Sendable, Hashable {
        /// Messages that could not be read. Their events are fetched again.
        public var malformed: UInt64 = 0
        /// Gaps in the stream.
        public var gaps: UInt64 = 0
        /// Events fetched from the journal.
        public var repaired: UInt64 = 0
        /// Events lost for good.
        public var missed: UInt64 = 0
        /// Reports given up because the bus was away for too long.
        public var unsentReports: UInt64 = 0
        /// Reports that the bus refused.
        public var refusedReports: UInt64 = 0
    }

    /// Ends a wait of ``next(timeout:)`` from any thread.
    public let wakeup: BusWakeUp
    /// Whether ``next(timeout:)`` returns `nil` after each heartbeat of the bus too, for work that is done each second.
    public var returnsAfterHeartbeats = false
    /// The counters since the start.
    public internal(set) var counters = Counters()
    /// Whether a navigation was active in the last snapshot; see ``Delivery/resynchronized(missed:)``.
    public internal(set) var isNavigating = false

    let endpoint: String
    let credentials: BusCredentials?
    private let trust: PathTrust
    private var isConnected = false
    private let way: EventTransport
    let context: Context
    let requests: Socket
    let receiveHighWater: Int
    private var lastRequestID: UInt64 = 0

    /// The subscription that was begun last; its state says whether the client has joined. `nil` before the first.
    private(set) var stream: SessionSubscription?
    var pending: [Delivery] = []
    var pendingStart = 0
    /// The cursor before the first of ``pending``, advanced by those delivered since.
    var cursorBeforePending: DeliveryOrder?
    var outbox = ReportOutbox()
    /// The id of the repeated hello that has no answer yet.
    var helloID: UInt64?
    /// The events endpoint and the rights, according to the answer to the repeated hello.
    var newEndpoint: String?
    var newWelcome: Welcome?
    var inquiry = StatusInquiry()

    /// Prepares a client of the bus with this request endpoint. The bus need not run yet.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus.
    ///   - credentials: Keys for a bus on another machine, over `tcp://`; those of the environment if `nil`
    ///     (``BusCredentials/environment()``).
    ///   - way: The way on which events are received; `nil`: that of `NAVBUS_TRANSPORT`, automatic by default.
    /// - Throws: ``BusError/badEndpoint(_:reason:)``, ``BusError/unknownUser(_:)``, ``BusError/unknownTransport(_:)``.
    public convenience init(
        requests endpoint: String, credentials: BusCredentials? = nil, over way: EventTransport? = nil
    ) throws(BusError) {
        try self.init(
            requests: endpoint, credentials: credentials, over: way,
            receiveHighWater: BusLimits().sendHighWater)
    }

    /// Prepares a client for a command that ends soon: if no bus runs, the command fails at once instead of waiting for
    /// the start of one.
    ///
    /// - Parameter endpoint: Request endpoint of the bus.
    /// - Throws: ``BusError/noBus(path:)`` if the socket of the endpoint does not exist, and the errors of
    ///   ``init(requests:credentials:)``.
    public convenience init(ofRunningBusAt endpoint: String) throws(BusError) {
        try self.init(requests: endpoint)
        guard let path = try Endpoint(endpoint).path else { return }
        var status = stat()
        guard lstat(path, &status) != 0, errno == ENOENT else { return }
        // A folder that is not trusted is a more important problem.
        _ = try admits(endpoint)
        throw .noBus(path: path)
    }

    init(
        requests endpoint: String, credentials: BusCredentials? = nil, over way: EventTransport? = nil,
        receiveHighWater: Int
    ) throws(BusError) {
        _ = try Endpoint(endpoint)
        trust = try PathTrust.ofClient()
        self.endpoint = endpoint
        self.credentials = credentials
        self.receiveHighWater = receiveHighWater
        do {
            wakeup = BusWakeUp(try WakeUp())
        } catch {
            throw .exhausted(error)
        }
        if let way { self.way = way } else { self.way = try .ofEnvironment() }
        let context = try transport { () throws(ZeroMQError) in try Context() }
        self.context = context
        let socket = try transport { () throws(ZeroMQError) in try Socket(.dealer, context: context) }
        try BusCredentials.prepare(socket, for: endpoint, credentials)
        requests = socket
        try transport { () throws(ZeroMQError) in
            try socket.set(.maxFrameBytes, BusLimits.maxMessageBytes)
            // Requests are queued only for a connected bus: a request to a dead one must not reach its successor.
            try socket.set(.onlyConnected, 1)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.maxReconnectMilliseconds, 200)
            // The last report of a control that ends is still sent.
            try socket.set(.lingerMilliseconds, 300)
        }
        if try Endpoint(endpoint).path == nil { _ = try reach() }
    }

    // MARK: - Connecting

    /// Connects the request socket as soon as a trusted bus is there. A path is checked again each time.
    ///
    /// - Returns: `false` if no bus is there yet.
    /// - Throws: ``BusError/untrusted(path:_:)``; then the socket is disconnected.
    func reach() throws(BusError) -> Bool {
        do throws(BusError) {
            guard try admits(endpoint) else { return false }
        } catch {
            if isConnected { try transport { () throws(ZeroMQError) in try requests.disconnect(endpoint) } }
            isConnected = false
            throw error
        }
        if !isConnected { try transport { () throws(ZeroMQError) in try requests.connect(endpoint) } }
        isConnected = true
        return true
    }

    /// Whether the bus is on this machine and belongs to this user or to root, not only to the user of
    /// `NAVBUS_TRUSTED_USER`.
    public var isOfOwnUser: Bool {
        guard let path = try? Endpoint(endpoint).path else { return false }
        return (try? PathTrust.ofOwnBus.admits(socket: path)) == true
    }

    /// Whether a trusted bus is at an endpoint.
    func admits(_ endpoint: String) throws(BusError) -> Bool {
        // Over TCP the key of the bus is checked in the handshake.
        guard let path = try Endpoint(endpoint).path else { return true }
        return try trust.admits(socket: path)
    }

    /// Says hello, subscribes, and fetches the present state, which ``next(timeout:)`` returns first.
    ///
    /// The bus may start during the wait.
    ///
    /// - Parameters:
    ///   - hello: The control, its session, and the topics it wants.
    ///   - timeout: How long to wait for the bus. If only the snapshot is still missing, the next call with the same
    ///     hello continues the wait: a snapshot with a large route may take longer over a slow connection.
    /// - Throws: ``BusError/noAnswer(endpoint:seconds:)``, ``BusError/noAccess(path:)``, ``BusError/refused(_:)``.
    @discardableResult
    public func join(_ hello: Hello, timeout: Duration) throws(BusError) -> Welcome {
        try join(hello, after: nil, timeout: timeout)
    }

    /// The same, but continues after a known cursor, so that no event is missed or delivered twice.
    ///
    /// The events after the cursor are fetched from the journal. If the journal no longer has them,
    /// ``Delivery/resynchronized(missed:)`` and the present state follow; if another run has begun since,
    /// ``Delivery/restarted(run:)`` and the present state.
    @discardableResult
    public func join(_ hello: Hello, after cursor: StreamCursor?, timeout: Duration) throws(BusError) -> Welcome {
        let deadline = Deadline(timeout)
        let stream = try begun(hello, cursor, deadline)
        self.stream = stream
        while stream.state.isAwaitingSnapshot {
            guard !deadline.isOver else {
                throw .noAnswer(endpoint: stream.welcome.eventsEndpoint, seconds: timeout.inSeconds)
            }
            guard case .nothing = try receive(stream) else { continue }
            // The bus may die meanwhile, and return at another endpoint.
            let wait = min(try performDueActions(stream), deadline.millisecondsLeft, 100)
            _ = try stream.wait(wait, nil, forReplies: awaitsReplies(stream))
            try stream.renewSnapshotIfOverdue()
        }
        // A repeated hello may have been answered since.
        return newWelcome ?? stream.welcome
    }

    /// The subscription of an earlier call with the same arguments whose snapshot is still missing, or another one.
    private func begun(
        _ hello: Hello, _ cursor: StreamCursor?, _ deadline: Deadline
    ) throws(BusError) -> SessionSubscription {
        if let stream, stream.state.isBeginning, stream.hello == hello, stream.start == cursor { return stream }
        var welcome = try self.hello(hello, deadline)
        while try !admits(Endpoint.reachable(welcome.eventsEndpoint, from: endpoint)) {
            // The bus has died since, or is just being started.
            guard !deadline.isOver else {
                throw .noAnswer(endpoint: welcome.eventsEndpoint, seconds: deadline.seconds)
            }
            usleep(Self.reachPauseMicroseconds)
            welcome = try self.hello(hello, deadline)
        }
        newWelcome = nil
        newEndpoint = nil
        pending = []
        pendingStart = 0
        cursorBeforePending = nil
        return try SessionSubscription(
            hello, welcome: welcome, after: cursor, replies: requests,
            at: Endpoint.reachable(welcome.eventsEndpoint, from: endpoint),
            credentials: credentials, context: context, receiveHighWater: receiveHighWater
        ) { [unowned self] welcome throws(BusError) in try ring(welcome, hello.session) }
    }

    /// The connection to the ring socket; `nil` if the events come over ZeroMQ.
    private func ring(_ welcome: Welcome, _ session: Session) throws(BusError) -> RingClient? {
        guard way != .zmq else { return nil }
        do throws(RingClient.Problem) {
            guard !welcome.ringPath.isEmpty else { throw .refused(.memory) }
            return try RingClient(path: welcome.ringPath, session: session, isTrusted: trust.trusts(user:))
        } catch {
            if way == .ring { throw .noRing(error.description) }
            return nil
        }
    }

    /// Whether the events are read from the memory of the bus at present.
    public var readsMemory: Bool { stream?.readsMemory ?? false }

    /// Waits for the next delivery.
    ///
    /// - Parameter timeout: How long to wait; without end if `nil`.
    /// - Returns: `nil` after the timeout, after a use of ``wakeup``, or when the answer to ``askForStatus()`` has
    ///   come.
    public func next(timeout: Duration? = nil) throws(BusError) -> Delivery? {
        switch try awaitNext(timeout, isViewed: false) {
        case .event(let envelope): .event(envelope)
        case .message: takePending()
        case .nothing, .heartbeat, .view: nil
        }
    }

    /// Waits for the next delivery, and lends it to `read`. Of an event, only the fields that `read` uses are decoded.
    ///
    ///     try client.withNext { delivery in
    ///         if case .event(let event) = delivery, let next = try event.navigation?.toManeuver { show(next) }
    ///     }
    ///
    /// - Parameters:
    ///   - timeout: How long to wait; without end if `nil`.
    ///   - read: Gets the delivery, which it must not keep.
    /// - Returns: The result of `read`; `nil` where ``next(timeout:)`` returns it.
    /// - Throws: What `read` throws, or a ``BusError``.
    public func withNext<Result>(
        timeout: Duration? = nil, _ read: (DeliveryView) throws -> Result
    ) throws -> Result? {
        switch try awaitNext(timeout, isViewed: true) {
        case .view(let view): try read(.event(view))
        case .event(let envelope): try Delivery.event(envelope).withView(read)
        case .message: try takePending()?.withView(read)
        case .nothing, .heartbeat: nil
        }
    }

    /// Waits for the next delivery, which is either the next event or pending.
    private func awaitNext(_ timeout: Duration?, isViewed: Bool) throws(BusError) -> Received {
        guard let stream, !stream.state.isBeginning else {
            throw .unexpectedAnswer(to: "a subscription before joining")
        }
        if hasPending { return .message }
        // The clock is read only when no message is there: under load every read counts.
        var deadline: Deadline?
        while true {
            let received = try receive(stream, isViewed: isViewed)
            switch received {
            case .event, .view: return received
            case .message:
                if hasPending { return .message }
                continue
            case .heartbeat:
                if returnsAfterHeartbeats { return .heartbeat }
                continue
            case .nothing: break
            }
            if let timeout, deadline == nil { deadline = Deadline(timeout) }
            if let deadline, deadline.isOver { return .nothing }
            let millisecondsToAction = try performDueActions(stream)
            if inquiry.hasNewAnswer() { return .nothing }
            let wait = min(
                deadline?.millisecondsLeft ?? Self.maxWaitMilliseconds, stream.millisecondsToRenewal,
                millisecondsToAction)
            if try stream.wait(wait, wakeup.wakeUp, forReplies: awaitsReplies(stream)) { return .nothing }
            try stream.renewSnapshotIfOverdue()
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Throws: ``BusError/noAnswer(endpoint:seconds:)``, ``BusError/noAccess(path:)``, ``BusError/refused(_:)``,
    ///   ``BusError/tooLarge(what:bytes:limit:)``.
    public func request(_ request: Request, timeout: Duration = .seconds(5)) throws(BusError) -> Reply {
        try exchange(request, Deadline(timeout))
    }

    /// The cursor after the last delivery of ``next(timeout:)``; `nil` before the first event. Amid the events of a
    /// snapshot it is the cursor before them.
    public var cursor: StreamCursor? {
        guard let stream, !stream.state.isBeginning else { return nil }
        return hasPending ? cursorBeforePending?.cursor : stream.state.order?.cursor
    }

    deinit { sendLastReports() }

    /// Microseconds between two checks for a bus at the events endpoint.
    private static let reachPauseMicroseconds: UInt32 = 20_000
    /// Milliseconds of one wait when there is no timeout. It is repeated.
    private static let maxWaitMilliseconds = 60_000

    func nextRequestID() -> UInt64 {
        lastRequestID += 1
        return lastRequestID
    }

    private var hasPending: Bool { pendingStart < pending.count }

    private func takePending() -> Delivery? {
        guard hasPending else { return nil }
        let delivery = pending[pendingStart]
        pendingStart += 1
        // The events of a snapshot do not continue the sequence: the cursor stays until all of them are delivered.
        if case .event(let envelope) = delivery, cursorBeforePending?.continues(with: envelope) == true {
            cursorBeforePending?.advance(to: envelope.numbers, of: envelope.event.topic)
        }
        if pendingStart == pending.count {
            pending.removeAll(keepingCapacity: true)
            pendingStart = 0
        }
        return delivery
    }
}
