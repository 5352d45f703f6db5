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
    /// When the next snapshot was asked for or became due; `nil` if none is awaited.
    private(set) var awaitingSince: UInt64?
    private let socket: Socket
    private let names: WireNames
    private let tag = UInt64.random(in: 0...UInt64.max)
    private var snapshotCount = 0
    private var snapshotName = ""
    private var snapshotBytes: [UInt8] = []
    private var topicFrame = Frame()
    private var payload = Frame()
    private var polled = PollSet()

    init(_ hello: Hello, welcome: Welcome, context: Context, receiveHighWater: Int) throws(BusError) {
        self.hello = hello
        wanted = TopicSet(hello.topics)
        let names = WireNames(hello.session)
        self.names = names
        if let path = try Endpoint(welcome.eventsEndpoint).path { try checkAccess(path) }
        socket = try transport { () throws(ZeroMQError) in
            let socket = try Socket(.sub, context: context)
            try socket.set(.largestFrameBytes, BusLimits.largestMessageBytes)
            try socket.set(.receiveHighWater, receiveHighWater)
            try socket.set(.reconnectMilliseconds, 10)
            try socket.set(.longestReconnectMilliseconds, 200)
            // All topics, wanted or not: see DeliveryOrder. The snapshot comes last: it covers these.
            for topic in names.topics { try socket.subscribe(String(decoding: topic, as: UTF8.self)) }
            try socket.subscribe(WireNames.beat(hello.session))
            return socket
        }
        polled.add(socket)
        try askForSnapshot()
        try transport { () throws(ZeroMQError) in try socket.connect(welcome.eventsEndpoint) }
    }

    /// Decides about an event, and takes note of it if it is the next one.
    func verdict(on envelope: Envelope) -> DeliveryOrder.Verdict {
        guard let verdict = order?.verdict(run: envelope.run, sequence: envelope.sequence) else { return .repeated }
        if verdict == .deliver { order?.advance(to: envelope) }
        return verdict
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
    func snapshotArrived() { awaitingSince = nil }

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

    /// Receives one message, its second frame into ``payload``; `nil` if there is none.
    func receive() throws(BusError) -> Kind? {
        try transport { () throws(ZeroMQError) in
            guard try socket.receive(into: &topicFrame) else { return nil }
            guard topicFrame.hasMore, try socket.receive(into: &payload) else { return .malformed }
            guard payload.hasMore else { return kind }
            while payload.hasMore, try socket.receive(into: &payload) {}
            return .malformed
        }
    }

    /// Reads the second frame of the message received last.
    func decodePayload<Message: WireMessage>() throws(WireError) -> Message {
        try payload.withBytes { bytes throws(WireError) in try Message(wireBytes: bytes) }
    }

    /// Waits for a message; `true` if it was woken.
    func wait(_ milliseconds: Int, _ wakeup: WakeUp?) throws(BusError) -> Bool {
        if let wakeup, polled.count == 1 { polled.add(descriptor: wakeup.descriptor) }
        try transport { () throws(ZeroMQError) in try polled.wait(milliseconds: milliseconds) }
        guard let wakeup, polled.isReadable(1) else { return false }
        wakeup.clear()
        return true
    }

    private var kind: Kind {
        topicFrame.withBytes { topic in
            for name in names.topics where topic.isEqual(to: name) { return .event }
            if topic.isEqual(to: names.beat) { return .beat }
            return topic.isEqual(to: snapshotBytes) ? .snapshot : .foreign
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the same bytes stand in both.
    fileprivate func isEqual(to other: [UInt8]) -> Bool {
        guard count == other.count, let start = baseAddress else { return false }
        return memcmp(start, other, count) == 0
    }
}

/// libzmq is silent when the mode of a path keeps it out, so this says it.
func checkAccess(_ path: String) throws(BusError) {
    guard access(path, R_OK | W_OK) != 0, errno == EACCES else { return }
    throw .noAccess(path: path)
}
