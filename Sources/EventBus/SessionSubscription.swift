import Access
import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

/// A client's subscription to one session.
final class SessionSubscription {
    /// The kind of a message of the stream.
    enum Kind {
        case event
        case snapshot
        case heartbeat
        /// A message of another session whose name begins with the same letters, or of an unknown kind.
        case foreign
        case malformed
    }

    let hello: Hello
    /// The answer of the bus to the first hello.
    let welcome: Welcome
    /// The cursor after which the stream continues; `nil` if it begins with the present state.
    let start: StreamCursor?
    private(set) var wanted: TopicSet
    /// The state of the stream; see ``SubscriptionState``.
    private(set) var state: SubscriptionState
    /// The process of the bus according to its last message; 0 if unknown.
    var busProcessID: Int32 = 0
    /// Actions that wait for an answer of the bus.
    var pendingActions = PendingActions()
    private(set) var endpoint: String
    private var socket: Socket
    private let replies: Socket
    private let makeSocket: (_ endpoint: String) throws(BusError) -> Socket
    private let names: WireNames
    private let tag = UInt64.random(in: 0...UInt64.max)
    private var snapshotCount = 0
    /// Number of snapshots that answered the last request for one.
    private(set) var snapshotsSeen = 0
    /// Topics under which snapshots were requested, the newest last: an earlier request may still be answered.
    private var snapshotNames: [[UInt8]] = []
    private var isAnswered = false
    private var message = StreamMessage()
    private let steps = StepCache()
    private var polled = PollSet()
    private var polledWithReplies = PollSet()
    /// See ``DeliveryOrder``.
    private var restriction: TopicSet?
    private var allowed: [Topic]
    /// Topics that were allowed after the last snapshot. Their earlier events were not missed.
    private var added: [Topic] = []

    init(
        _ hello: Hello, welcome: Welcome, after cursor: StreamCursor?, replies: Socket, at endpoint: String,
        credentials: BusCredentials?, context: Context,
        receiveHighWater: Int
    ) throws(BusError) {
        self.hello = hello
        self.welcome = welcome
        start = cursor
        wanted = TopicSet(hello.topics.filter(welcome.topics.contains))
        restriction = Self.restriction(welcome)
        allowed = welcome.topics
        let now = MonotonicInstant.now.nanoseconds
        let restriction = restriction
        state =
            cursor.map { .continuing(DeliveryOrder(after: $0, restriction: restriction), since: now) }
            ?? .joining(since: now)
        self.endpoint = endpoint
        let names = WireNames(hello.session)
        self.names = names
        self.replies = replies
        makeSocket = { endpoint throws(BusError) in
            try Self.socket(for: endpoint, credentials, context, receiveHighWater: receiveHighWater)
        }
        socket = try makeSocket(endpoint)
        try subscribe()
        try requestSnapshot()
        try transport { () throws(ZeroMQError) in try socket.connect(endpoint) }
    }

    private static func socket(
        for endpoint: String, _ credentials: BusCredentials?, _ context: Context, receiveHighWater: Int
    ) throws(BusError) -> Socket {
        let socket = try transport { () throws(ZeroMQError) in try Socket(.sub, context: context) }
        try BusCredentials.prepare(socket, for: endpoint, credentials)
        try transport { () throws(ZeroMQError) in
            try socket.set(.maxFrameBytes, BusLimits.maxMessageBytes)
            try socket.set(.receiveHighWater, receiveHighWater)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.maxReconnectMilliseconds, 200)
        }
        return socket
    }

    /// Subscribes to all allowed topics, wanted or not (see ``DeliveryOrder``), and to the heartbeats. The request for
    /// a snapshot comes last, since the snapshot covers the events before it.
    private func subscribe() throws(BusError) {
        try transport { () throws(ZeroMQError) in
            for topic in Topic.allCases where allowed.contains(topic) {
                try socket.subscribe(topic.wireName(session: hello.session))
            }
            try socket.subscribe(WireNames.heartbeat(hello.session))
        }
        polled = PollSet()
        polled.add(socket)
        polledWithReplies = PollSet()
        polledWithReplies.add(socket)
        polledWithReplies.add(replies)
    }

    /// Decides about an event, and records it if it is the next one.
    func verdict(on numbers: EventNumbers, of topic: Topic) -> DeliveryOrder.Verdict {
        state.withOrder { $0.accept(numbers, of: topic) } ?? .repeated
    }

    /// Records an event that is delivered, or of no interest.
    func advance(to numbers: EventNumbers, of topic: Topic) {
        _ = state.withOrder { $0.advance(to: numbers, of: topic) }
    }

    /// Records that everything up to a snapshot is delivered, or given up: the stream continues after it.
    func reach(_ snapshot: Snapshot) { state.reach(DeliveryOrder(after: snapshot, restriction: restriction)) }

    /// Records that a snapshot of the same run has arrived.
    func snapshotArrived() { state.snapshotArrived() }

    /// Records whether the bus has answered a request for missed events, which it does not have.
    func repairEnded(isAnswered: Bool) { state.repairEnded(isAnswered: isAnswered) }

    private static func restriction(_ welcome: Welcome) -> TopicSet? {
        welcome.hasOtherTopics ? TopicSet(welcome.topics) : nil
    }

    /// Adopts the rights in a welcome. If they have changed, the subscriptions change too, and a snapshot is requested.
    func adopt(_ welcome: Welcome) throws(BusError) {
        let topics = welcome.topics
        restriction = Self.restriction(welcome)
        _ = state.withOrder { $0.restriction = restriction }
        guard Set(topics) != Set(allowed) else { return }
        let former = allowed
        added = Topic.allCases.filter { topics.contains($0) && (added.contains($0) || !former.contains($0)) }
        allowed = topics
        wanted = TopicSet(hello.topics.filter(topics.contains))
        try transport { () throws(ZeroMQError) in
            for topic in Topic.allCases where former.contains(topic) != topics.contains(topic) {
                let name = topic.wireName(session: hello.session)
                if topics.contains(topic) { try socket.subscribe(name) } else { try socket.unsubscribe(name) }
            }
        }
        try askForSnapshot()
    }

    /// The topics whose earlier events do not count as missed. Clears the list.
    func takeAdded() -> [Topic] {
        defer { added = [] }
        return added
    }

    /// Connects to another endpoint, where the subscriptions are made again. Connects again to the same endpoint if
    /// nothing arrives from it although the bus answers: libzmq does not reconnect to a peer that has violated the
    /// protocol, as with a frame that is too large. Not before the first snapshot: a large one takes long over a slow
    /// connection.
    func move(to endpoint: String) throws(BusError) {
        guard endpoint != self.endpoint || state.order != nil && pendingActions.isStalled && !pendingActions.hasReceived
        else { return }
        self.endpoint = endpoint
        // The next check comes after another such period.
        pendingActions.hasReceived = true
        socket = try makeSocket(endpoint)
        try subscribe()
        try transport { () throws(ZeroMQError) in
            for name in snapshotNames { try socket.subscribe(name) }
            try socket.connect(endpoint)
        }
    }

    // MARK: - Snapshots

    /// Milliseconds after which an awaited snapshot is requested again. The time grows with each request, since a
    /// snapshot with a large route takes long on a busy machine.
    private static let renewalMilliseconds = 1000
    /// Maximum number of requested snapshots that may still arrive.
    private static let maxNames = 4

    /// Requests a snapshot, and awaits it.
    func askForSnapshot() throws(BusError) {
        try requestSnapshot()
        state.awaitSnapshot(MonotonicInstant.now.nanoseconds)
    }

    /// Requests a snapshot with a subscription. The subscription stays: libzmq repeats it on every new connection, so
    /// that a restarted bus sends a snapshot too.
    ///
    /// The snapshot is also a barrier: it has the newest numbers at the time of sending, and all earlier events arrive
    /// before it.
    func requestSnapshot() throws(BusError) {
        let mayBeAnswered = state.isAwaitingSnapshot && !isAnswered ? Self.maxNames - 1 : 0
        snapshotCount += 1
        let name = WireNames.snapshot(
            hello.session, id: String(hello.processID) + "-" + String(tag, radix: 36) + "-\(snapshotCount)")
        isAnswered = false
        try transport { () throws(ZeroMQError) in try socket.subscribe(name) }
        try forgetNames(but: mayBeAnswered)
        snapshotNames.append(Array(name.utf8))
    }

    private func forgetNames(but count: Int) throws(BusError) {
        try transport { () throws(ZeroMQError) in
            while snapshotNames.count > count { try socket.unsubscribe(snapshotNames.removeFirst()) }
        }
    }

    /// Records that a snapshot has arrived.
    ///
    /// - Returns: `false` if it was not requested, but sent over a new connection.
    func noteSnapshot() throws(BusError) -> Bool {
        guard let newest = snapshotNames.last, message.isAbout(newest) else { return true }
        try forgetNames(but: 1)
        defer { isAnswered = true }
        snapshotsSeen += 1
        return !isAnswered
    }

    /// Waits for a snapshot that is due. If it does not arrive, it will be requested.
    func expectSnapshot() {
        if !state.isAwaitingSnapshot { state.awaitSnapshot(MonotonicInstant.now.nanoseconds) }
    }

    func renewSnapshotIfOverdue() throws(BusError) {
        if state.isAwaitingSnapshot, millisecondsToRenewal == 0 { try askForSnapshot() }
    }

    /// Milliseconds until an awaited snapshot is overdue.
    var millisecondsToRenewal: Int {
        guard let awaitingSince = state.awaitingSince else { return Int.max }
        let passed = Int(clamping: (MonotonicInstant.now.nanoseconds - awaitingSince) / 1_000_000)
        return max(0, Self.renewalMilliseconds * max(snapshotNames.count, 1) - passed)
    }

    // MARK: - Receiving

    /// Receives one message; `nil` if none waits.
    func receive() throws(BusError) -> Kind? {
        try transport { () throws(ZeroMQError) in try message.receive(from: socket, names, snapshots: snapshotNames) }
    }

    /// Decodes the second frame of the last message.
    func decodePayload<Message: WireMessage>() throws(WireError) -> Message {
        try message.payload.withBytes { bytes throws(WireError) in try Message(wireBytes: bytes, remembering: steps) }
    }

    /// The topic and the numbers of the last message, if it is an event of a kind that this version does not know.
    func unknownEvent() -> (topic: Topic, numbers: EventNumbers)? {
        guard let topic = message.topic(names),
            let numbers = message.payload.withBytes(EventNumbers.init(ofUnknownEvent:))
        else { return nil }
        return (topic, numbers)
    }

    /// Waits for a message, and with `forReplies` also for answers; `true` if it was woken.
    func wait(_ milliseconds: Int, _ wakeup: WakeUp?, forReplies: Bool = false) throws(BusError) -> Bool {
        if let wakeup, polled.count == 1 {
            polled.add(descriptor: wakeup.descriptor)
            polledWithReplies.add(descriptor: wakeup.descriptor)
        }
        try transport { () throws(ZeroMQError) in
            if forReplies {
                try polledWithReplies.wait(milliseconds: milliseconds)
            } else {
                try polled.wait(milliseconds: milliseconds)
            }
        }
        guard let wakeup, forReplies ? polledWithReplies.isReadable(2) : polled.isReadable(1) else { return false }
        wakeup.clear()
        return true
    }
}
