public import Access
import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

/// Receives some topics of all sessions of a bus, also of later ones. Used on one thread.
///
///     let listener = try TopicListener(requests: BusEndpoints.standard.requests, topics: [.onNavigation])
///     try listener.join(hello, timeout: .seconds(5))
///     while let envelope = try listener.next(timeout: .seconds(1)) { … }
///
/// It suits programs that need only the newest event of a session: earlier and lost events are not fetched. To follow
/// one session without a gap, use ``BusClient``. After a restart of the bus it joins again by itself.
public final class TopicListener {
    /// Ends a wait of ``next(timeout:)`` from any thread.
    public var wakeup: BusWakeUp { client.wakeup }
    /// Messages that could not be read.
    public private(set) var malformed: UInt64 = 0

    /// Nanoseconds without a message after which the bus, which sends a heartbeat each second, has gone or has another
    /// endpoint.
    private static let silenceNanoseconds: UInt64 = 3_000_000_000
    private static let maxWaitMilliseconds = 60_000

    private let client: BusClient
    private let prefixes: [[UInt8]]
    private var joined: Joined?

    /// The connection to a bus.
    private struct Joined {
        let hello: Hello
        let socket: Socket
        var endpoint: String
        var polled: PollSet
        var receivedAt = MonotonicInstant.now.nanoseconds
    }

    /// Prepares a listener of the bus with this request endpoint. The bus need not run yet.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus.
    ///   - topics: The topics to receive.
    ///   - credentials: Keys for a bus on another machine; those of the environment if `nil`. A key with rights to some
    ///     topics receives only those.
    /// - Throws: ``BusError/badEndpoint(_:reason:)``.
    public init(requests endpoint: String, topics: [Topic], credentials: BusCredentials? = nil) throws(BusError) {
        client = try BusClient(requests: endpoint, credentials: credentials)
        prefixes = topics.map { Array("\($0.rawValue)/".utf8) }
    }

    /// Says hello and subscribes. The bus may start during the wait.
    ///
    /// - Throws: ``BusError/noAnswer(endpoint:seconds:)``, ``BusError/noAccess(path:)``, ``BusError/refused(_:)``.
    public func join(_ hello: Hello, timeout: Duration) throws(BusError) {
        let welcome = try client.hello(hello, Deadline(timeout))
        let endpoint = try Endpoint.reachable(welcome.eventsEndpoint, from: client.endpoint)
        guard try client.admits(endpoint) else {
            throw .noAnswer(endpoint: endpoint, seconds: timeout.inSeconds)
        }
        let socket = try transport { () throws(ZeroMQError) in try Socket(.sub, context: client.context) }
        try BusCredentials.prepare(socket, for: endpoint, client.credentials)
        let names = prefixes
        try transport { () throws(ZeroMQError) in
            try socket.set(.maxFrameBytes, BusLimits.maxMessageBytes)
            try socket.set(.receiveHighWater, client.receiveHighWater)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.maxReconnectMilliseconds, 200)
            for name in names { try socket.subscribe(name) }
            try socket.subscribe(WireNames.heartbeatPrefix)
            try socket.connect(endpoint)
        }
        var polled = PollSet()
        polled.add(socket)
        polled.add(descriptor: client.wakeup.wakeUp.descriptor)
        joined = Joined(hello: hello, socket: socket, endpoint: endpoint, polled: polled)
    }

    /// Waits for the next event.
    ///
    /// - Parameter timeout: How long to wait; without end if `nil`.
    /// - Returns: `nil` after the timeout, or after a use of ``wakeup``.
    public func next(timeout: Duration? = nil) throws(BusError) -> Envelope? {
        guard joined != nil else { throw .unexpectedAnswer(to: "a subscription before joining") }
        let deadline = timeout.map(Deadline.init)
        while true {
            if let envelope = try receive() { return envelope }
            if let deadline, deadline.isOver { return nil }
            let wait = min(deadline?.millisecondsLeft ?? Self.maxWaitMilliseconds, try millisecondsToHello())
            try transport { () throws(ZeroMQError) in try joined?.polled.wait(milliseconds: wait) }
            if joined?.polled.isReadable(1) == true {
                client.wakeup.wakeUp.clear()
                return nil
            }
        }
    }

    /// Sends a request and waits for its answer; see ``BusClient/request(_:timeout:)``.
    public func request(_ request: Request, timeout: Duration = .seconds(5)) throws(BusError) -> Reply {
        try client.request(request, timeout: timeout)
    }

    /// Waits for a heartbeat, for tests: earlier subscriptions are in force then.
    func waitForHeartbeat(timeout: Duration = .seconds(20)) throws(BusError) {
        let deadline = Deadline(timeout)
        let before = joined?.receivedAt
        while joined?.receivedAt == before, !deadline.isOver {
            _ = try next(timeout: .milliseconds(50))
        }
    }

    // MARK: - Receiving

    /// The next event that has arrived; `nil` if there is none.
    private func receive() throws(BusError) -> Envelope? {
        guard let socket = joined?.socket else { return nil }
        var topic = Frame()
        var payload = Frame()
        while try transport({ () throws(ZeroMQError) in try socket.receive(into: &topic) }) {
            joined?.receivedAt = MonotonicInstant.now.nanoseconds
            guard topic.hasMore, try transport({ () throws(ZeroMQError) in try socket.receive(into: &payload) }) else {
                malformed += 1
                continue
            }
            guard !payload.hasMore else {
                while payload.hasMore, try transport({ () throws(ZeroMQError) in try socket.receive(into: &payload) }) {
                }
                malformed += 1
                continue
            }
            guard topic.withBytes({ bytes in prefixes.contains { bytes.starts(with: $0) } }) else { continue }
            do {
                return try payload.withBytes { bytes throws(WireError) in try Envelope(wireBytes: bytes) }
            } catch {
                malformed += 1
            }
        }
        return nil
    }

    /// Says hello again to a bus without a message for too long: it may have another endpoint now.
    ///
    /// - Returns: Milliseconds until the next hello is due.
    private func millisecondsToHello() throws(BusError) -> Int {
        guard let receivedAt = joined?.receivedAt else { return Self.maxWaitMilliseconds }
        let silence = MonotonicInstant.now.nanoseconds - receivedAt
        guard silence >= Self.silenceNanoseconds else {
            return Int(clamping: (Self.silenceNanoseconds - silence) / 1_000_000) + 1
        }
        joined?.receivedAt = MonotonicInstant.now.nanoseconds
        do throws(BusError) {
            try reconnect()
        } catch {
            // The next attempt follows after the same time.
            guard case .noAnswer = error else { throw error }
        }
        return Int(Self.silenceNanoseconds / 1_000_000)
    }

    private func reconnect() throws(BusError) {
        guard let joined else { return }
        let welcome = try client.hello(joined.hello, Deadline(.milliseconds(200)))
        let endpoint = try Endpoint.reachable(welcome.eventsEndpoint, from: client.endpoint)
        guard try client.admits(endpoint) else { return }
        // A bus that answers requests but sends no events has lost this subscriber: it connects again.
        try transport { () throws(ZeroMQError) in
            try joined.socket.disconnect(joined.endpoint)
            try joined.socket.connect(endpoint)
        }
        self.joined?.endpoint = endpoint
    }
}
