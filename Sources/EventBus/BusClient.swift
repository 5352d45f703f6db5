import EventCodec
import Glibc
public import NavigationEvents
import Platform
import ZeroMQ

/// A subscriber of a bus, and its line to the request channel. Used on one thread; nothing runs behind its back.
///
///     let client = try BusClient(requests: BusEndpoints.standard.requests)
///     let welcome = try client.join(hello, timeout: .seconds(5))
///     while let delivery = try client.next(timeout: .seconds(1)) { … }
///
/// It hands out each event of the wanted topics once and in the order of publishing, over all topics. A late joiner
/// gets the present state first. What was lost on the way is fetched from the bus's journal, and what is gone for
/// good is told as ``Delivery/resynchronized(missed:)``. A restarted bus is joined again by itself.
public final class BusClient {
    /// What a client counts of itself.
    public struct Counters: Sendable, Hashable {
        /// Messages that could not be read; their events are fetched again.
        public var malformed: UInt64 = 0
        /// Holes noticed in the stream.
        public var gaps: UInt64 = 0
        /// Events fetched from the journal.
        public var repaired: UInt64 = 0
        /// Events lost for good.
        public var missed: UInt64 = 0
        /// Reports given up because there was no bus for too long.
        public var unsentReports: UInt64 = 0
        /// Reports that the bus did not take.
        public var refusedReports: UInt64 = 0
    }

    /// Ends a wait of ``next(timeout:)`` from any thread.
    public let wakeup: BusWakeUp
    /// What went wrong so far.
    public internal(set) var counters = Counters()
    /// Whether a navigation was active when the present state was last fetched; see
    /// ``Delivery/resynchronized(missed:)``.
    public internal(set) var isNavigating = false

    let endpoint: String
    let credentials: BusCredentials?
    private let trust: PathTrust
    private var isConnected = false
    let context: Context
    let requests: Socket
    let receiveHighWater: Int
    private var lastRequestID: UInt64 = 0

    var stream: EventStream?
    private var joining: Joining?
    var pending: [Delivery] = []
    var pendingStart = 0
    /// How far had been handed out when the first of ``pending`` was put there, and what of it was since.
    var placeBeforePending: DeliveryOrder?
    var outbox = ReportOutbox()
    /// The hello that was said again and has no answer yet.
    var helloID: UInt64?
    /// Where the events are now, and what may be received, according to that answer.
    var newEndpoint: String?
    var newWelcome: Welcome?
    var inquiry = StatusInquiry()

    /// Prepares a client of the bus with this request endpoint; it need not run yet.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus.
    ///   - credentials: What is shown to a bus on another machine, over `tcp://`; those of the environment if `nil`
    ///     (``BusCredentials/environment()``).
    /// - Throws: ``BusError/badEndpoint(_:reason:)``, ``BusError/unknownUser(_:)``.
    public convenience init(requests endpoint: String, credentials: BusCredentials? = nil) throws(BusError) {
        try self.init(requests: endpoint, credentials: credentials, receiveHighWater: BusLimits().sendHighWater)
    }

    init(requests endpoint: String, credentials: BusCredentials? = nil, receiveHighWater: Int) throws(BusError) {
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
        let context = try transport { () throws(ZeroMQError) in try Context() }
        self.context = context
        let socket = try transport { () throws(ZeroMQError) in try Socket(.dealer, context: context) }
        try BusCredentials.prepare(socket, for: endpoint, credentials)
        requests = socket
        try transport { () throws(ZeroMQError) in
            try socket.set(.largestFrameBytes, BusLimits.largestMessageBytes)
            // Only for a bus that is there: what is asked of a dead one must not surprise its successor.
            try socket.set(.onlyConnected, 1)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.longestReconnectMilliseconds, 200)
            // The last report of a control that ends still leaves.
            try socket.set(.lingerMilliseconds, 300)
        }
        if try Endpoint(endpoint).path == nil { _ = try reach() }
    }

    // MARK: Whom it connects to

    /// Connects the request channel, once there is a bus that may be believed; a path is looked at again each time.
    ///
    /// - Returns: `false` if there is none yet.
    /// - Throws: ``BusError/untrusted(path:_:)``; then it is connected no more.
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

    /// Whether the bus is on this machine and of this user or root, rather than one that is believed on demand.
    public var isOfOwnUser: Bool {
        guard let path = try? Endpoint(endpoint).path else { return false }
        return (try? PathTrust.ofOwnBus.admits(socket: path)) == true
    }

    /// Whether something is at an endpoint that may be believed to be this bus.
    func admits(_ endpoint: String) throws(BusError) -> Bool {
        // Over TCP the key of the bus says so.
        guard let path = try Endpoint(endpoint).path else { return true }
        return try trust.admits(socket: path)
    }

    /// Says hello, subscribes, and fetches the present state, which ``next(timeout:)`` hands out first.
    ///
    /// The bus may start while this waits.
    ///
    /// - Parameters:
    ///   - hello: Who joins, and which topics it wants.
    ///   - timeout: How long to wait for the bus. Where only the state is still to come, the next call with the same hello
    ///     goes on waiting for it: one with a large route may take longer over a slow line.
    /// - Throws: ``BusError/noAnswer(endpoint:seconds:)``, ``BusError/noAccess(path:)``, ``BusError/refused(_:)``.
    @discardableResult
    public func join(_ hello: Hello, timeout: Duration) throws(BusError) -> Welcome {
        try join(hello, after: nil, timeout: timeout)
    }

    /// The same, but goes on after a known place, so that nothing is missed and nothing comes twice.
    ///
    /// What followed the place is fetched from the journal. If the journal no longer has it, the present state comes
    /// instead, behind ``Delivery/resynchronized(missed:)``; if another run has begun since, behind
    /// ``Delivery/restarted(run:)``.
    @discardableResult
    public func join(_ hello: Hello, after place: StreamPlace?, timeout: Duration) throws(BusError) -> Welcome {
        let deadline = Deadline(timeout)
        let joining = try begun(hello, place, deadline)
        let (welcome, stream) = (joining.welcome, joining.stream)
        self.stream = stream
        while stream.isAwaitingSnapshot {
            guard !deadline.isOver else {
                self.stream = nil
                self.joining = joining
                throw .noAnswer(endpoint: welcome.eventsEndpoint, seconds: timeout.inSeconds)
            }
            guard case .nothing = try receive(stream) else { continue }
            // The bus may die meanwhile, and come back somewhere else.
            let wait = min(try tend(stream), deadline.millisecondsLeft, 100)
            _ = try stream.wait(wait, nil, forReplies: awaitsReplies(stream))
            try stream.renewSnapshotIfOverdue()
        }
        // Another one may have answered since.
        return newWelcome ?? welcome
    }

    /// What the bus has answered, while its state is still to come.
    private struct Joining {
        var place: StreamPlace?
        var welcome: Welcome
        var stream: EventStream
    }

    /// What an earlier call has begun in the same way, or another beginning.
    private func begun(_ hello: Hello, _ place: StreamPlace?, _ deadline: Deadline) throws(BusError) -> Joining {
        defer { joining = nil }
        if let joining, joining.stream.hello == hello, joining.place == place { return joining }
        var welcome = try self.hello(hello, deadline)
        while try !admits(Endpoint.reachable(welcome.eventsEndpoint, from: endpoint)) {
            // It has died since, or is just being started.
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
        placeBeforePending = nil
        let stream = try EventStream(
            hello, welcome: welcome, after: place, replies: requests,
            at: Endpoint.reachable(welcome.eventsEndpoint, from: endpoint),
            credentials: credentials, context: context, receiveHighWater: receiveHighWater)
        return Joining(place: place, welcome: welcome, stream: stream)
    }

    /// Waits for what comes next.
    ///
    /// - Parameter timeout: How long to wait; for ever if `nil`.
    /// - Returns: `nil` if the time is over, ``wakeup`` was used, or the answer to ``askForStatus()`` has come.
    public func next(timeout: Duration? = nil) throws(BusError) -> Delivery? {
        guard let stream else { throw .unexpectedAnswer(to: "a subscription before joining") }
        if let delivery = takePending() { return delivery }
        // The clock is looked at only when nothing is there: under load every look counts.
        var deadline: Deadline?
        while true {
            switch try receive(stream) {
            case .event(let envelope): return .event(envelope)
            case .message:
                if let delivery = takePending() { return delivery }
                continue
            case .nothing: break
            }
            if let timeout, deadline == nil { deadline = Deadline(timeout) }
            if let deadline, deadline.isOver { return nil }
            let tended = try tend(stream)
            if inquiry.isNews() { return nil }
            let wait = min(deadline?.millisecondsLeft ?? Self.longestWait, stream.millisecondsToRenewal, tended)
            if try stream.wait(wait, wakeup.wakeUp, forReplies: awaitsReplies(stream)) { return nil }
            try stream.renewSnapshotIfOverdue()
        }
    }

    /// Asks the bus and waits for its answer.
    ///
    /// - Throws: ``BusError/noAnswer(endpoint:seconds:)``, ``BusError/noAccess(path:)``, ``BusError/refused(_:)``,
    ///   ``BusError/tooLarge(what:bytes:limit:)``.
    public func request(_ request: Request, timeout: Duration = .seconds(5)) throws(BusError) -> Reply {
        try exchange(request, Deadline(timeout))
    }

    /// How far ``next(timeout:)`` has handed out; `nil` before the first event was. In the middle of what a snapshot
    /// brought it is the place before.
    public var place: StreamPlace? {
        pendingStart < pending.count ? placeBeforePending?.place : stream?.order?.place
    }

    deinit { sendLastReports() }

    /// Between two looks at where the events are to be.
    private static let reachPauseMicroseconds: UInt32 = 20_000
    /// Milliseconds of a wait that has no end: it is simply begun again.
    private static let longestWait = 60_000

    func nextRequestID() -> UInt64 {
        lastRequestID += 1
        return lastRequestID
    }

    private func takePending() -> Delivery? {
        guard pendingStart < pending.count else { return nil }
        let delivery = pending[pendingStart]
        pendingStart += 1
        // What a snapshot told is no continuation; then the place stays until all of it is handed out.
        if case .event(let envelope) = delivery, placeBeforePending?.continues(with: envelope) == true {
            placeBeforePending?.advance(to: envelope.numbers, of: envelope.event.topic)
        }
        if pendingStart == pending.count {
            pending.removeAll(keepingCapacity: true)
            pendingStart = 0
        }
        return delivery
    }
}
