import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

/// A client's subscription to one session.
final class EventStream {
    /// What a message of the stream is.
    enum Kind {
        case event
        case snapshot
        case beat
        /// Of another session whose name begins like ours, or nothing this kit knows.
        case foreign
        case malformed
    }

    let hello: Hello
    private(set) var wanted: TopicSet
    /// How far it has got; `nil` before the first snapshot.
    var order: DeliveryOrder?
    /// The process of the bus, as far as it was told.
    var busProcessID: Int32 = 0
    /// It goes on after a place that was known before, rather than with the present state.
    var isContinuing: Bool
    /// What is still to be done with the bus, as soon as it answers.
    var duties = StreamDuties()
    private(set) var endpoint: String
    /// When the next snapshot was asked for or became due; `nil` if none is awaited.
    private(set) var awaitingSince: UInt64?
    private var socket: Socket
    private let replies: Socket
    private let makeSocket: (_ endpoint: String) throws(BusError) -> Socket
    private let names: WireNames
    private let tag = UInt64.random(in: 0...UInt64.max)
    private var snapshotCount = 0
    /// Answers to the snapshot that was asked for last.
    private(set) var snapshotsSeen = 0
    /// Names under which a snapshot was asked for, the newest last: an answer to an earlier one may still come.
    private var snapshotNames: [[UInt8]] = []
    private var isAnswered = false
    private var message = StreamMessage()
    private let steps = StepMemory()
    private var polled = PollSet()
    private var polledWithReplies = PollSet()
    /// See ``DeliveryOrder``.
    private var restriction: TopicSet?
    private var allowed: [Topic]
    /// Topics that may be received since the last snapshot: what they had before was not missed.
    private var added: [Topic] = []

    init(
        _ hello: Hello, welcome: Welcome, after place: StreamPlace?, replies: Socket, at endpoint: String,
        credentials: BusCredentials?, context: Context,
        receiveHighWater: Int
    ) throws(BusError) {
        self.hello = hello
        wanted = TopicSet(hello.topics.filter(welcome.topics.contains))
        restriction = Self.restriction(welcome)
        allowed = welcome.topics
        isContinuing = place != nil
        self.endpoint = endpoint
        let names = WireNames(hello.session)
        self.names = names
        self.replies = replies
        makeSocket = { endpoint throws(BusError) in
            try Self.socket(for: endpoint, credentials, context, receiveHighWater: receiveHighWater)
        }
        socket = try makeSocket(endpoint)
        order = place.map { DeliveryOrder(after: $0, restriction: restriction) }
        try subscribe()
        try askForSnapshot()
        try transport { () throws(ZeroMQError) in try socket.connect(endpoint) }
    }

    private static func socket(
        for endpoint: String, _ credentials: BusCredentials?, _ context: Context, receiveHighWater: Int
    ) throws(BusError) -> Socket {
        let socket = try transport { () throws(ZeroMQError) in try Socket(.sub, context: context) }
        try BusCredentials.prepare(socket, for: endpoint, credentials)
        try transport { () throws(ZeroMQError) in
            try socket.set(.largestFrameBytes, BusLimits.largestMessageBytes)
            try socket.set(.receiveHighWater, receiveHighWater)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.longestReconnectMilliseconds, 200)
        }
        return socket
    }

    /// All topics, wanted or not: see DeliveryOrder. The snapshot comes last: it covers these.
    private func subscribe() throws(BusError) {
        try transport { () throws(ZeroMQError) in
            for topic in Topic.allCases where allowed.contains(topic) {
                try socket.subscribe(topic.wireName(session: hello.session))
            }
            try socket.subscribe(WireNames.beat(hello.session))
        }
        polled = PollSet()
        polled.add(socket)
        polledWithReplies = PollSet()
        polledWithReplies.add(socket)
        polledWithReplies.add(replies)
    }

    /// Decides about an event, and takes note of it if it is the next one.
    func verdict(on numbers: EventNumbers, of topic: Topic) -> DeliveryOrder.Verdict {
        order?.take(numbers, of: topic) ?? .repeated
    }

    /// Begins with the state of a snapshot.
    func begin(with snapshot: Snapshot) { order = DeliveryOrder(after: snapshot, restriction: restriction) }

    private static func restriction(_ welcome: Welcome) -> TopicSet? {
        welcome.hasOtherTopics ? TopicSet(welcome.topics) : nil
    }

    /// What may be received may have changed: then the subscriptions do, and the present state is asked for.
    func adopt(_ welcome: Welcome) throws(BusError) {
        let topics = welcome.topics
        restriction = Self.restriction(welcome)
        order?.restriction = restriction
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

    /// The topics whose past does not count as missed; from now on it would.
    func takeAdded() -> [Topic] {
        defer { added = [] }
        return added
    }

    /// Goes on at another endpoint, where the subscriptions are made again. So they are at the same one, if nothing comes
    /// from it though the bus answers: libzmq never comes back to who has broken the protocol, as with a frame that is too
    /// large. Not before there is a state, though: a large one is silent for long over a slow line.
    func move(to endpoint: String) throws(BusError) {
        guard endpoint != self.endpoint || order != nil && duties.isDeaf && !duties.hasHeard else { return }
        self.endpoint = endpoint
        // It has as long again to be heard.
        duties.hasHeard = true
        socket = try makeSocket(endpoint)
        try subscribe()
        try transport { () throws(ZeroMQError) in
            for name in snapshotNames { try socket.subscribe(name) }
            try socket.connect(endpoint)
        }
    }

    // MARK: Snapshots

    /// Milliseconds after which an awaited snapshot is asked for again; longer each time, since one with a large route
    /// takes its time on a machine that is busy.
    private static let renewalMilliseconds = 1000
    /// How many of those that were asked for may still be answered.
    private static let mostNames = 4

    /// Asks for the present state, in-band. The subscription stays: libzmq makes it again on every new connection,
    /// so that a snapshot also comes, unasked, from a restarted bus.
    func askForSnapshot() throws(BusError) {
        let mayBeAnswered = isAwaitingSnapshot && !isAnswered ? Self.mostNames - 1 : 0
        snapshotCount += 1
        let name = WireNames.snapshot(
            hello.session, id: String(hello.processID) + "-" + String(tag, radix: 36) + "-\(snapshotCount)")
        awaitingSince = MonotonicInstant.now.nanoseconds
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

    /// A snapshot was received.
    ///
    /// - Returns: `false` if it was not asked for: it comes over a new connection.
    func noteSnapshot() throws(BusError) -> Bool {
        guard let newest = snapshotNames.last, message.isAbout(newest) else { return true }
        try forgetNames(but: 1)
        defer { isAnswered = true }
        snapshotsSeen += 1
        return !isAnswered
    }

    /// Asks for a snapshot that only tells how far the session has come when it is sent: what was published before
    /// arrives before it.
    func askForMark() throws(BusError) {
        let awaited = awaitingSince
        try askForSnapshot()
        awaitingSince = awaited
    }

    /// A snapshot is on its way; if it does not come, it will be asked for.
    func expectSnapshot() {
        if awaitingSince == nil { awaitingSince = MonotonicInstant.now.nanoseconds }
    }

    /// The awaited snapshot has come.
    func snapshotArrived() {
        awaitingSince = nil
        isContinuing = false
    }

    var isAwaitingSnapshot: Bool { awaitingSince != nil }

    func renewSnapshotIfOverdue() throws(BusError) {
        if isAwaitingSnapshot, millisecondsToRenewal == 0 { try askForSnapshot() }
    }

    /// Until an awaited snapshot is overdue.
    var millisecondsToRenewal: Int {
        guard let awaitingSince else { return Int.max }
        let passed = Int(clamping: (MonotonicInstant.now.nanoseconds - awaitingSince) / 1_000_000)
        return max(0, Self.renewalMilliseconds * max(snapshotNames.count, 1) - passed)
    }

    // MARK: Receiving

    /// Receives one message; `nil` if there is none.
    func receive() throws(BusError) -> Kind? {
        try transport { () throws(ZeroMQError) in try message.receive(from: socket, names, snapshots: snapshotNames) }
    }

    /// Reads the second frame of the message received last.
    func decodePayload<Message: WireMessage>() throws(WireError) -> Message {
        try message.payload.withBytes { bytes throws(WireError) in try Message(wireBytes: bytes, remembering: steps) }
    }

    /// The topic and the numbers of the message received last, if it is an event of a kind that this version does not know.
    func unknownEvent() -> (topic: Topic, numbers: EventNumbers)? {
        guard let topic = message.topic(names),
            let numbers = message.payload.withBytes(EventNumbers.init(ofUnknownEvent:))
        else { return nil }
        return (topic, numbers)
    }

    /// Waits for a message, and for answers if they are wanted; `true` if it was woken.
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
