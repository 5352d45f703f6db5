import Access
import EventCodec
import Journal
import NavigationEvents
import Platform
import ZeroMQ

/// A client's subscription to one session.
final class SessionSubscription {
    /// The kind of a message of the stream.
    enum Kind {
        case event
        /// An event of an unwanted topic, of which only the numbers are known.
        case passed
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
    /// The last processes of the bus according to its messages, the present one last.
    private var busProcesses: [Int32] = []
    /// Actions that wait for an answer of the bus.
    var pendingActions = PendingActions()
    private(set) var endpoint: String
    private var socket: Socket
    private let replies: Socket
    private let makeSocket: (_ endpoint: String) throws(BusError) -> Socket
    /// Connects to the ring socket of a bus; `nil` if the events come over ZeroMQ.
    private let makeRing: (Welcome) throws(BusError) -> RingClient?
    private var ring: RingClient?
    /// Whether the last message was read from the ring, and how many since the last one of the socket.
    private var isFromRing = false
    private var ringRun = 0
    /// The newest welcome.
    private var newestWelcome: Welcome
    /// The topics that are received over the socket.
    private var subscribed: [Topic] = []
    private let names: WireNames
    private(set) var snapshots: SnapshotRequests
    private var message = StreamMessage()
    private let steps = StepCache()
    private var lastWaiting: Waiting?
    /// See ``DeliveryOrder``.
    private var restriction: TopicSet?
    private var allowed: [Topic]
    /// Topics that were allowed after the last snapshot. Their earlier events were not missed.
    private var added: [Topic] = []

    init(
        _ hello: Hello, welcome: Welcome, after cursor: StreamCursor?, replies: Socket, at endpoint: String,
        credentials: BusCredentials?, context: Context,
        receiveHighWater: Int, ring makeRing: @escaping (Welcome) throws(BusError) -> RingClient?
    ) throws(BusError) {
        self.hello = hello
        self.welcome = welcome
        newestWelcome = welcome
        self.makeRing = makeRing
        start = cursor
        let topics = hello.topics.filter(welcome.topics.contains)
        wanted = TopicSet(topics)
        restriction = Self.restriction(welcome, topics)
        allowed = welcome.topics
        let now = MonotonicInstant.now.nanoseconds
        let restriction = restriction
        state =
            cursor.map { .continuing(DeliveryOrder(after: $0, restriction: restriction), since: now) }
            ?? .joining(since: now)
        self.endpoint = endpoint
        let names = WireNames(hello.session)
        self.names = names
        snapshots = SnapshotRequests(hello)
        self.replies = replies
        makeSocket = { endpoint throws(BusError) in
            try Self.socket(for: endpoint, credentials, context, receiveHighWater: receiveHighWater)
        }
        socket = try makeSocket(endpoint)
        // Before the snapshot, so that no event is between both.
        try connectRing()
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

    /// Subscribes to the topics and the heartbeats over a new socket. The request for a snapshot comes last, since the
    /// snapshot covers the events before it.
    private func subscribe() throws(BusError) {
        subscribed = []
        try subscribeToTopics()
        try transport { () throws(ZeroMQError) in try socket.subscribe(WireNames.heartbeat(hello.session)) }
    }

    /// Subscribes to the topics that are to be received over the socket, and to no others: none if there is a ring, and else
    /// all allowed ones, wanted or not, unless a single one is wanted (see ``DeliveryOrder``).
    private func subscribeToTopics() throws(BusError) {
        let topics =
            ring != nil ? [] : Topic.allCases.filter { (restriction ?? TopicSet(allowed)).contains($0) }
        try transport { () throws(ZeroMQError) in
            for topic in Topic.allCases where subscribed.contains(topic) != topics.contains(topic) {
                let name = topic.wireName(session: hello.session)
                if topics.contains(topic) { try socket.subscribe(name) } else { try socket.unsubscribe(name) }
            }
        }
        subscribed = topics
    }

    // MARK: - Ring

    /// Reads the events from the memory of the bus from now on, if possible.
    private func joinRing() throws(BusError) {
        guard ring == nil else { return }
        try connectRing()
        guard ring != nil else { return }
        try subscribeToTopics()
        // With the snapshot, the events between both ways are noticed and fetched.
        try requestSnapshot()
    }

    private func connectRing() throws(BusError) {
        ring = try makeRing(newestWelcome)
        // It may be the successor of the bus that was heard last, and its events come before its first message.
        if let ring, noteBus(ring.busProcessID) { pendingActions.needsHello = true }
    }

    /// Continues over the socket, or at the newest event in the memory of the bus if it was read too slowly.
    private func leaveRing(isLagging: Bool) throws(BusError) {
        // The old connection ends first, for the bus counts both.
        ring = nil
        if isLagging { try connectRing() }
        try subscribeToTopics()
        try requestSnapshot()
    }

    /// Whether the events are read from the memory of the bus.
    var readsMemory: Bool { ring != nil }

    /// Whether events in the memory of the bus are unread.
    var hasUnreadEvents: Bool { ring?.hasNext ?? false }

    private static let maxBusProcesses = 8

    /// Records the process that has sent a message; 0 if unknown.
    ///
    /// - Returns: Whether it is another one than before.
    func noteBus(_ processID: Int32) -> Bool {
        guard processID != 0, processID != busProcesses.last else { return false }
        defer {
            busProcesses.removeAll { $0 == processID }
            busProcesses = busProcesses.suffix(Self.maxBusProcesses - 1) + [processID]
        }
        return !busProcesses.isEmpty
    }

    /// Whether a snapshot was sent before the last event, which came more quickly, out of the memory of the bus. The bus
    /// may have died since, and its successor may have been heard already.
    func isOvertaken(_ snapshot: Snapshot, _ order: DeliveryOrder) -> Bool {
        snapshot.run == order.run && snapshot.sequence < order.sequence
            && (ring?.run == order.run || busProcesses.contains(snapshot.processID))
    }

    /// Maximum number of events that are read in a row before a message of the socket.
    private static let maxRingRun = 256

    private func receiveFromRing() throws(BusError) -> Kind? {
        guard let ring, !state.isAwaitingSnapshot else { return nil }
        switch ring.next(wanted) {
        case .event, .passed:
            ringRun += 1
            isFromRing = true
            return wanted.contains(ring.event.topic) ? .event : .passed
        case .nothing: return nil
        case .lagging: try leaveRing(isLagging: true)
        case .ended: try leaveRing(isLagging: false)
        }
        return nil
    }

    /// The topic and the numbers of the last message, if it is of kind ``Kind/passed``.
    var passed: (topic: Topic, numbers: EventNumbers)? {
        guard let event = ring?.event else { return nil }
        return (
            event.topic,
            EventNumbers(
                run: ring?.run ?? 0, sequence: event.sequence, topicSequence: event.topicSequence)
        )
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

    private static func restriction(_ welcome: Welcome, _ wanted: [Topic]) -> TopicSet? {
        if wanted.count == 1 { return TopicSet(wanted) }
        return welcome.hasOtherTopics ? TopicSet(welcome.topics) : nil
    }

    /// Adopts the rights in a welcome. If they have changed, the subscriptions change too, and a snapshot is requested.
    func adopt(_ welcome: Welcome) throws(BusError) {
        let topics = welcome.topics
        newestWelcome = welcome
        let wantedTopics = hello.topics.filter(topics.contains)
        restriction = Self.restriction(welcome, wantedTopics)
        try joinRing()
        _ = state.withOrder { $0.restriction = restriction }
        guard Set(topics) != Set(allowed) else { return }
        let former = allowed
        added = Topic.allCases.filter { topics.contains($0) && (added.contains($0) || !former.contains($0)) }
        allowed = topics
        wanted = TopicSet(wantedTopics)
        try subscribeToTopics()
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
            try snapshots.subscribe(socket)
            try socket.connect(endpoint)
        }
    }

    // MARK: - Snapshots

    /// Milliseconds after which an awaited snapshot is requested again. The time grows with each request, since a
    /// snapshot with a large route takes long on a busy machine.
    private static let renewalMilliseconds = 1000

    /// Requests a snapshot, and awaits it.
    func askForSnapshot() throws(BusError) {
        try requestSnapshot()
        state.awaitSnapshot(MonotonicInstant.now.nanoseconds)
    }

    /// Requests a snapshot with a subscription.
    ///
    /// The snapshot is also a barrier: it has the newest numbers at the time of sending, and all earlier events arrive
    /// before it.
    func requestSnapshot() throws(BusError) {
        try transport { () throws(ZeroMQError) in
            try snapshots.add(to: socket, isLastAwaited: state.isAwaitingSnapshot)
        }
    }

    /// Records that a snapshot has arrived.
    ///
    /// - Returns: `false` if it was not requested, but sent over a new connection.
    func noteSnapshot() throws(BusError) -> Bool {
        guard let newest = snapshots.names.last, message.isAbout(newest) else { return true }
        return try transport { () throws(ZeroMQError) in try snapshots.noteNewest(over: socket) }
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
        return max(0, Self.renewalMilliseconds * max(snapshots.names.count, 1) - passed)
    }

    // MARK: - Receiving

    /// Receives one message; `nil` if none waits.
    func receive() throws(BusError) -> Kind? {
        let isSocketsTurn = ringRun >= Self.maxRingRun
        if !isSocketsTurn, let kind = try receiveFromRing() { return kind }
        ringRun = 0
        isFromRing = false
        let kind = try transport { () throws(ZeroMQError) in
            try message.receive(from: socket, names, snapshots: snapshots.names)
        }
        if kind == nil, isSocketsTurn { return try receiveFromRing() }
        return kind
    }

    /// Decodes the second frame of the last message.
    func decodePayload<Message: WireMessage>() throws(WireError) -> Message {
        if isFromRing, let ring { return try Message(wireBytes: ring.event.bytes, remembering: steps) }
        return try message.payload.withBytes { bytes throws(WireError) in
            try Message(wireBytes: bytes, remembering: steps)
        }
    }

    /// A view of the last message, if it is the next event and wanted, which is recorded then. It can be used until the next message is
    /// received.
    func viewNext() -> EnvelopeView? {
        guard !state.isAwaitingSnapshot, let view = lastView, wanted.contains(view.topic) else { return nil }
        let numbers = EventNumbers(run: view.run, sequence: view.sequence, topicSequence: view.topicSequence)
        return verdict(on: numbers, of: view.topic) == .deliver ? view : nil
    }

    private var lastView: EnvelopeView? {
        if isFromRing, let ring { return try? EnvelopeView(wireBytes: ring.event.bytes, remembering: steps) }
        return message.payload.withBytes { try? EnvelopeView(wireBytes: $0, remembering: steps) }
    }

    /// The topic and the numbers of the last message, if it is an event of a kind that this version does not know.
    func unknownEvent() -> (topic: Topic, numbers: EventNumbers)? {
        if isFromRing, let ring {
            return EventNumbers(ofUnknownEvent: ring.event.bytes).map { (ring.event.topic, $0) }
        }
        guard let topic = message.topic(names),
            let numbers = message.payload.withBytes(EventNumbers.init(ofUnknownEvent:))
        else { return nil }
        return (topic, numbers)
    }

    /// Waits for a message, and with `forReplies` also for answers; `true` if it was woken.
    func wait(_ milliseconds: Int, _ wakeup: WakeUp?, forReplies: Bool = false) throws(BusError) -> Bool {
        let sleeping = state.isAwaitingSnapshot ? nil : ring
        if let sleeping, !sleeping.fallAsleep() { return false }
        var current = waiting(forReplies ? replies : nil, sleeping, wakeup)
        defer { sleeping?.awake(isReadable: current.isRingReadable) }
        try transport { () throws(ZeroMQError) in try current.wait(milliseconds) }
        lastWaiting = current
        guard let wakeup, current.isWoken else { return false }
        wakeup.clear()
        return true
    }

    /// The last wait, if it was for the same.
    private func waiting(_ replies: Socket?, _ ring: RingClient?, _ wakeup: WakeUp?) -> Waiting {
        defer { lastWaiting = nil }
        if let lastWaiting,
            lastWaiting.isFor(socket, replies: replies, ring: ring?.descriptor, wakeup: wakeup?.descriptor)
        {
            return lastWaiting
        }
        return Waiting(socket, replies: replies, ring: ring?.descriptor, wakeup: wakeup?.descriptor)
    }
}
