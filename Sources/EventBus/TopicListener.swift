import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

/// Hears some topics of all sessions of a bus, those included that begin later. Used on one thread.
///
///     let listener = try TopicListener(requests: BusEndpoints.standard.requests, topics: [.onNavigation])
///     try listener.join(hello, timeout: .seconds(5))
///     while let envelope = try listener.next(timeout: .seconds(1)) { … }
///
/// It is for those to whom the newest event of a session says all there is to know: no past is fetched, and what is lost
/// on the way is not made up for. Who follows one session without a gap uses ``BusClient``. A restarted bus is joined
/// again by itself.
public final class TopicListener {
    /// Ends a wait of ``next(timeout:)`` from any thread.
    public var wakeup: BusWakeUp { client.wakeup }
    /// Messages that could not be read.
    public private(set) var malformed: UInt64 = 0

    /// Nanoseconds of silence after which a bus that beats each second has gone, or is somewhere else.
    private static let silenceNanoseconds: UInt64 = 3_000_000_000
    private static let longestWait = 60_000

    private let client: BusClient
    private let prefixes: [[UInt8]]
    private var joined: Joined?

    /// The line to a bus.
    private struct Joined {
        let hello: Hello
        let socket: Socket
        var endpoint: String
        var polled: PollSet
        var heardAt = MonotonicInstant.now.nanoseconds
    }

    /// Prepares a listener of the bus with this request endpoint; it need not run yet.
    ///
    /// - Parameters:
    ///   - endpoint: Request endpoint of the bus.
    ///   - topics: What is to be heard.
    ///   - credentials: What is shown to a bus on another machine; those of the environment if `nil`. A key that may
    ///     receive some topics only hears those of these topics that it may receive.
    /// - Throws: ``BusError/badEndpoint(_:reason:)``.
    public init(requests endpoint: String, topics: [Topic], credentials: BusCredentials? = nil) throws(BusError) {
        client = try BusClient(requests: endpoint, credentials: credentials)
        prefixes = topics.map { Array("\($0.rawValue)/".utf8) }
    }

    /// Says hello and begins to listen. The bus may start while this waits.
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
            try socket.set(.largestFrameBytes, BusLimits.largestMessageBytes)
            try socket.set(.receiveHighWater, client.receiveHighWater)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.longestReconnectMilliseconds, 200)
            for name in names { try socket.subscribe(name) }
            try socket.subscribe(WireNames.beatPrefix)
            try socket.connect(endpoint)
        }
        var polled = PollSet()
        polled.add(socket)
        polled.add(descriptor: client.wakeup.wakeUp.descriptor)
        joined = Joined(hello: hello, socket: socket, endpoint: endpoint, polled: polled)
    }

    /// Waits for what comes next.
    ///
    /// - Parameter timeout: How long to wait; for ever if `nil`.
    /// - Returns: `nil` if the time is over, or ``wakeup`` was used.
    public func next(timeout: Duration? = nil) throws(BusError) -> Envelope? {
        guard joined != nil else { throw .unexpectedAnswer(to: "a subscription before joining") }
        let deadline = timeout.map(Deadline.init)
        while true {
            if let envelope = try receive() { return envelope }
            if let deadline, deadline.isOver { return nil }
            let wait = min(deadline?.millisecondsLeft ?? Self.longestWait, try millisecondsToHello())
            try transport { () throws(ZeroMQError) in try joined?.polled.wait(milliseconds: wait) }
            if joined?.polled.isReadable(1) == true {
                client.wakeup.wakeUp.clear()
                return nil
            }
        }
    }

    /// Asks the bus and waits for its answer; see ``BusClient/request(_:timeout:)``.
    public func request(_ request: Request, timeout: Duration = .seconds(5)) throws(BusError) -> Reply {
        try client.request(request, timeout: timeout)
    }

    /// Waits for a sign of life, for tests: what was subscribed before the heartbeat is in force then.
    func waitForBeat(timeout: Duration = .seconds(20)) throws(BusError) {
        let deadline = Deadline(timeout)
        let before = joined?.heardAt
        while joined?.heardAt == before, !deadline.isOver {
            _ = try next(timeout: .milliseconds(50))
        }
    }

    // MARK: Receiving

    /// The next event that is there; `nil` if there is none.
    private func receive() throws(BusError) -> Envelope? {
        guard let socket = joined?.socket else { return nil }
        var topic = Frame()
        var payload = Frame()
        while try transport({ () throws(ZeroMQError) in try socket.receive(into: &topic) }) {
            joined?.heardAt = MonotonicInstant.now.nanoseconds
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

    /// Says hello again to a bus that has fallen silent: it may be somewhere else now.
    ///
    /// - Returns: Milliseconds until that is due.
    private func millisecondsToHello() throws(BusError) -> Int {
        guard let heardAt = joined?.heardAt else { return Self.longestWait }
        let silence = MonotonicInstant.now.nanoseconds - heardAt
        guard silence >= Self.silenceNanoseconds else {
            return Int(clamping: (Self.silenceNanoseconds - silence) / 1_000_000) + 1
        }
        joined?.heardAt = MonotonicInstant.now.nanoseconds
        do throws(BusError) {
            try connectAnew()
        } catch {
            // A bus that is away is looked for again after the next silence.
            guard case .noAnswer = error else { throw error }
        }
        return Int(Self.silenceNanoseconds / 1_000_000)
    }

    private func connectAnew() throws(BusError) {
        guard let joined else { return }
        let welcome = try client.hello(joined.hello, Deadline(.milliseconds(200)))
        let endpoint = try Endpoint.reachable(welcome.eventsEndpoint, from: client.endpoint)
        guard try client.admits(endpoint) else { return }
        // One that answers here and is not heard there has lost sight of this listener: it comes anew.
        try transport { () throws(ZeroMQError) in
            try joined.socket.disconnect(joined.endpoint)
            try joined.socket.connect(endpoint)
        }
        self.joined?.endpoint = endpoint
    }
}
