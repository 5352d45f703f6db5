import EventCodec
import Glibc
import NavigationEvents
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
    let wanted: TopicSet
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
    private let socket: Socket
    private let names: WireNames
    private let tag = UInt64.random(in: 0...UInt64.max)
    private var snapshotCount = 0
    /// Snapshots received.
    var snapshotsSeen = 0
    private var snapshotName = ""
    private var snapshotBytes: [UInt8] = []
    private var message = StreamMessage()
    private let steps = StepMemory()
    private var polled = PollSet()
    private var polledWithReplies = PollSet()
    private let restriction: TopicSet?

    init(
        _ hello: Hello, welcome: Welcome, after place: StreamPlace?, replies: Socket, at endpoint: String,
        credentials: BusCredentials?, context: Context,
        receiveHighWater: Int
    ) throws(BusError) {
        self.hello = hello
        wanted = TopicSet(hello.topics.filter(welcome.topics.contains))
        restriction = Topic.allCases.allSatisfy(welcome.topics.contains) ? nil : TopicSet(welcome.topics)
        isContinuing = place != nil
        self.endpoint = endpoint
        let names = WireNames(hello.session)
        self.names = names
        if let path = try Endpoint(endpoint).path { try checkAccess(path) }
        let socket = try transport { () throws(ZeroMQError) in try Socket(.sub, context: context) }
        self.socket = socket
        try BusCredentials.prepare(socket, for: endpoint, credentials)
        try transport { () throws(ZeroMQError) in
            try socket.set(.largestFrameBytes, BusLimits.largestMessageBytes)
            try socket.set(.receiveHighWater, receiveHighWater)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.longestReconnectMilliseconds, 200)
            // All topics, wanted or not: see DeliveryOrder. The snapshot comes last: it covers these.
            for topic in Topic.allCases where welcome.topics.contains(topic) {
                try socket.subscribe(topic.wireName(session: hello.session))
            }
            try socket.subscribe(WireNames.beat(hello.session))
        }
        polled.add(socket)
        polledWithReplies.add(socket)
        polledWithReplies.add(replies)
        order = place.map { DeliveryOrder(after: $0, restriction: restriction) }
        try askForSnapshot()
        try transport { () throws(ZeroMQError) in try socket.connect(endpoint) }
    }

    /// Decides about an event, and takes note of it if it is the next one.
    func verdict(on envelope: Envelope) -> DeliveryOrder.Verdict { order?.take(envelope) ?? .repeated }

    /// Begins with the state of a snapshot.
    func begin(with snapshot: Snapshot) { order = DeliveryOrder(after: snapshot, restriction: restriction) }

    /// Goes on at another endpoint; the subscriptions are made again there.
    func move(to endpoint: String) throws(BusError) {
        guard endpoint != self.endpoint else { return }
        let former = self.endpoint
        self.endpoint = endpoint
        try transport { () throws(ZeroMQError) in
            try socket.disconnect(former)
            try socket.connect(endpoint)
        }
    }

    // MARK: Snapshots

    /// Milliseconds after which an awaited snapshot is asked for again.
    private static let renewalMilliseconds = 1000

    /// Asks for the present state, in-band. The subscription stays: libzmq makes it again on every new connection,
    /// so that a snapshot also comes, unasked, from a restarted bus.
    func askForSnapshot() throws(BusError) {
        let former = snapshotName
        snapshotCount += 1
        snapshotName = WireNames.snapshot(
            hello.session, id: String(hello.processID) + "-" + String(tag, radix: 36) + "-\(snapshotCount)")
        snapshotBytes = Array(snapshotName.utf8)
        awaitingSince = monotonicNanoseconds()
        try subscribeToSnapshot(instead: former)
    }

    /// Asks for a snapshot that only tells how far the session has come when it is sent: what was published before
    /// arrives before it.
    func askForMark() throws(BusError) {
        let awaited = awaitingSince
        try askForSnapshot()
        awaitingSince = awaited
    }

    private func subscribeToSnapshot(instead former: String) throws(BusError) {
        try transport { () throws(ZeroMQError) in
            try socket.subscribe(snapshotName)
            if !former.isEmpty { try socket.unsubscribe(former) }
        }
    }

    /// A snapshot is on its way; if it does not come, it will be asked for.
    func expectSnapshot() {
        if awaitingSince == nil { awaitingSince = monotonicNanoseconds() }
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
        let passed = Int(clamping: (monotonicNanoseconds() - awaitingSince) / 1_000_000)
        return max(0, Self.renewalMilliseconds - passed)
    }

    // MARK: Receiving

    /// Receives one message; `nil` if there is none.
    func receive() throws(BusError) -> Kind? {
        try transport { () throws(ZeroMQError) in try message.receive(from: socket, names, snapshot: snapshotBytes) }
    }

    /// Reads the second frame of the message received last.
    func decodePayload<Message: WireMessage>() throws(WireError) -> Message {
        try message.payload.withBytes { bytes throws(WireError) in try Message(wireBytes: bytes, remembering: steps) }
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

/// libzmq is silent when the mode of a path keeps it out, so this says it.
func checkAccess(_ path: String) throws(BusError) {
    guard access(path, R_OK | W_OK) != 0, errno == EACCES else { return }
    throw .noAccess(path: path)
}
