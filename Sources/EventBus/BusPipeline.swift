public import Access
public import EventCodec
public import NavigationEvents
import Platform
import ZeroMQ

/// Sends requests to a bus without waiting for the replies, and receives all events of all sessions as bytes: for a
/// program that feeds many sessions. Used on one thread.
///
///     let pipeline = try BusPipeline(requests: BusEndpoints.standard.requests)
///     try pipeline.join(hello, timeout: .seconds(5))
///     while pipeline.send(.position(session, fix), id: 7) { … }
///     try pipeline.receive(most: 1000, onReply: { … }, onEvent: { topic, envelope in … }, onSnapshot: { … })
///
/// Lost events are not fetched. A reader recognizes a loss by the numbers of a session; it keeps few requests under way,
/// so that the queue of the bus does not overflow.
public final class BusPipeline {
    /// Messages that could not be read.
    public private(set) var malformed: UInt64 = 0

    private let client: BusClient
    private var events: Socket?
    /// Report the end of the connections: requests, replies and events under way are lost with them.
    private var monitors: [SocketMonitor] = []
    private var polled = PollSet()
    private var reply = Frame()
    private var topic = Frame()
    private var payload = Frame()
    /// The most requests without a reply. The bus queues 32 replies for a peer, and drops more; as libzmq counts what was
    /// read only every 16 replies, 17 always have room.
    private static let maxUnderWay = 16
    /// Seconds without a reply to a request after which the bus is gone.
    private static let maxSilenceSeconds = 10.0

    /// Frames of requests that wait, in order; those before ``waitingStart`` are sent.
    private var waiting: [(bytes: [UInt8], isFirst: Bool)] = []
    private var waitingStart = 0
    private var underWay = 0
    /// When the last reply came, or a request was sent while none was under way.
    private var heardAt = MonotonicInstant.now.seconds
    /// The topics of the snapshots that are under way, with their tokens.
    private var snapshots: [(topic: [UInt8], token: UInt64)] = []

    /// Prepares a pipeline to the bus with this request endpoint.
    ///
    /// - Throws: ``BusError/badEndpoint(_:reason:)``.
    public init(requests endpoint: String, credentials: BusCredentials? = nil) throws(BusError) {
        client = try BusClient(requests: endpoint, credentials: credentials)
        try watch(client.requests, name: "requests")
    }

    private func watch(_ socket: Socket, name: String) throws(BusError) {
        monitors.append(
            try transport { () throws(ZeroMQError) in
                try SocketMonitor(socket, context: client.context, name: name)
            })
    }

    /// Says hello and subscribes to the events of all sessions. The bus may start during the wait.
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
        try watch(socket, name: "events")
        let topics = hello.topics.map { Array("\($0.rawValue)/".utf8) }
        try transport { () throws(ZeroMQError) in
            try socket.set(.maxFrameBytes, BusLimits.maxMessageBytes)
            // The queue of the bus bounds what waits.
            try socket.set(.receiveHighWater, 0)
            for topic in topics { try socket.subscribe(topic) }
            try socket.connect(endpoint)
        }
        events = socket
        polled = PollSet()
        polled.add(client.requests)
        polled.add(socket)
    }

    /// Sends a request and waits for its reply; for the beginning, before requests are under way.
    public func request(_ request: Request, timeout: Duration = .seconds(5)) throws(BusError) -> Reply {
        try client.request(request, timeout: timeout)
    }

    /// An id for ``send(_:id:)`` that no other request of this connection has.
    public func nextID() -> UInt64 { client.nextRequestID() }

    /// Sends a request. Few are under way at a time; the others wait for ``receive(most:onReply:onEvent:onSnapshot:)``, and
    /// are sent in order.
    ///
    /// - Parameter id: Identifies the request in its reply, which every request must have; not 0.
    public func send(_ request: Request, id: UInt64) throws(BusError) {
        waiting += request.frames(id: id).enumerated().map { ($1, $0 == 0) }
        try flush()
    }

    /// The number of frames that wait.
    public var waitingCount: Int { waiting.count - waitingStart }

    /// Requests the present state of a session. ``receive(most:onReply:onEvent:onSnapshot:)`` passes it on after all events,
    /// also of other sessions, that were published before the bus handled this call, and before all later ones: a snapshot
    /// is a mark in the stream too.
    ///
    /// - Returns: The token of the snapshot.
    public func requestSnapshot(of session: Session) throws(BusError) -> UInt64 {
        let token = client.nextRequestID()
        let topic = Array(WireNames.snapshot(session, id: "\(UInt64.random(in: 0...UInt64.max))-\(token)").utf8)
        snapshots.append((topic, token))
        try transport { () throws(ZeroMQError) in try events?.subscribe(topic) }
        return token
    }

    /// Waits until something has arrived, at most `milliseconds`.
    public func wait(milliseconds: Int) throws(BusError) {
        try transport { () throws(ZeroMQError) in try polled.wait(milliseconds: milliseconds) }
    }

    /// Passes on what has arrived. The pointers are not used after the call.
    ///
    /// - Parameter most: The most events, and the most replies, of one call.
    /// - Returns: Whether anything had arrived.
    /// - Throws: ``BusError/noAnswer(endpoint:seconds:)`` if the bus has not answered a request for too long,
    ///   ``BusError/disconnected(endpoint:)`` if it has ended, even if another one has taken its place.
    @discardableResult
    public func receive(
        most: Int, onReply: (ReplyFrame) -> Void,
        onEvent: (_ topic: UnsafeRawBufferPointer, _ envelope: UnsafeRawBufferPointer) -> Void,
        onSnapshot: (_ token: UInt64, _ snapshot: UnsafeRawBufferPointer) -> Void
    ) throws(BusError) -> Bool {
        try checkConnections()
        try flush()
        if underWay > 0, MonotonicInstant.now.seconds - heardAt > Self.maxSilenceSeconds {
            throw .noAnswer(endpoint: client.endpoint, seconds: Self.maxSilenceSeconds)
        }
        var count = 0
        while count < most, try transport({ () throws(ZeroMQError) in try client.requests.receive(into: &reply) }) {
            count += 1
            underWay = max(underWay - 1, 0)
            heardAt = MonotonicInstant.now.seconds
            do {
                onReply(try reply.withBytes { bytes throws(WireError) in try ReplyFrame(wireBytes: bytes) })
            } catch {
                malformed += 1
            }
        }
        let replies = count
        if replies > 0 { try flush() }
        guard let events else { return replies > 0 }
        count = 0
        while count < most, try transport({ () throws(ZeroMQError) in try events.receive(into: &topic) }) {
            count += 1
            guard topic.hasMore, try transport({ () throws(ZeroMQError) in try events.receive(into: &payload) }),
                !payload.hasMore
            else {
                malformed += 1
                continue
            }
            if let index = snapshots.firstIndex(where: { known in topic.withBytes { $0.elementsEqual(known.topic) } }) {
                let (name, token) = snapshots.remove(at: index)
                try transport { () throws(ZeroMQError) in try events.unsubscribe(name) }
                payload.withBytes { onSnapshot(token, $0) }
                continue
            }
            topic.withBytes { name in payload.withBytes { onEvent(name, $0) } }
        }
        return replies + count > 0
    }

    /// A successor of the bus answers later requests, so that a silence alone would not show that some are lost.
    private func checkConnections() throws(BusError) {
        for monitor in monitors {
            while let event = try transport({ () throws(ZeroMQError) in try monitor.next() }) {
                if case .ended = event { throw .disconnected(endpoint: client.endpoint) }
            }
        }
    }

    /// Sends what waits, as far as the replies have room.
    private func flush() throws(BusError) {
        while waitingStart < waiting.count {
            let (bytes, isFirst) = waiting[waitingStart]
            guard !isFirst || underWay < Self.maxUnderWay,
                try transport({ () throws(ZeroMQError) in try client.requests.send(bytes) })
            else { return }
            if isFirst {
                if underWay == 0 { heardAt = MonotonicInstant.now.seconds }
                underWay += 1
            }
            waitingStart += 1
        }
        waiting.removeAll(keepingCapacity: true)
        waitingStart = 0
    }
}
