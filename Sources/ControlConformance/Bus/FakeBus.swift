import EventBus
import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

/// A fake bus of the conformance test: it keeps every message of the control, and can send any message, also one that
/// no bus would send.
final class FakeBus {
    /// The endpoints for the control.
    let endpoints: BusEndpoints
    /// The messages of the control.
    var received = ReceivedMessages()
    /// The behaviour of the bus.
    var behaviour = BusBehaviour()
    /// The run in its messages.
    private(set) var run: UInt64
    /// The process number in its messages.
    private(set) var processID: Int32 = 4_000_001
    /// The settings in the reply to a hello.
    var settings: [String: SettingValue]
    private(set) var journal = FakeJournal()
    private let folder: String
    private let offersMemory: Bool
    /// The memory out of which the control may read the events; `nil` if it is not offered, or the bus is closed.
    private var memory: FakeMemory?
    private var hasLostEvents = false
    private let context: Context
    private var requests: Socket?
    private var events: Socket?
    private var frame = Frame()
    private var nextHeartbeat: UInt64 = 0

    /// Makes a bus with its sockets in a folder; it does not listen yet.
    ///
    /// - Parameter offersMemory: Whether the control may read the events out of memory.
    init(folder: String, settings: [String: SettingValue], offersMemory: Bool) throws(CaseEnding) {
        self.folder = folder
        self.offersMemory = offersMemory
        endpoints = BusEndpoints(requests: "ipc://\(folder)/requests", events: "ipc://\(folder)/events")
        self.settings = settings
        run = UInt64.random(in: 1 << 40..<1 << 62)
        context = try callZeroMQ { () throws(ZeroMQError) in try Context() }
    }

    /// Opens the sockets.
    func open() throws(CaseEnding) {
        let (requests, events) = try callZeroMQ { () throws(ZeroMQError) in
            (try Socket(.router, context: context), try Socket(.xpub, context: context))
        }
        try callZeroMQ { () throws(ZeroMQError) in
            try events.set(.sendHighWater, BusLimits().sendHighWater)
            // As in the bus: subscriptions arrive one by one, in order, and are applied by hand.
            try events.set(.manualSubscriptions, 1)
            try requests.bind(endpoints.requests)
            try events.bind(endpoints.events)
        }
        (self.requests, self.events) = (requests, events)
        // The memory of a journal with a gap is not continued.
        if offersMemory, !hasLostEvents { memory = try FakeMemory(folder: folder, run: run) }
    }

    /// Closes the sockets, like a bus that was killed.
    func close() {
        memory?.close()
        memory = nil
        requests = nil
        events = nil
        received.subscriptions = []
    }

    /// Opens the sockets again, as another process of the same run or as another run without events.
    func reopen(asAnotherRun: Bool) throws(CaseEnding) {
        processID += 1
        if asAnotherRun {
            run += 1
            journal = FakeJournal()
            hasLostEvents = false
        }
        try open()
    }

    /// Whether the control receives a topic.
    func receives(_ topic: Topic) -> Bool { received.receives(topic) || memory?.isRead == true }

    /// The descriptor to poll besides the sockets.
    var descriptor: Int32? { memory?.descriptor }

    /// The sockets to poll.
    var sockets: [Socket] { [requests, events].compactMap { $0 } }

    // MARK: - Publishing

    /// Numbers and publishes an event, unless it is to be lost.
    @discardableResult
    func publish(_ event: Event, tick: UInt64 = 0, isLost: Bool = false) throws(CaseEnding) -> Envelope {
        let envelope = journal.add(event, run: run, tick: tick)
        let bytes = envelope.wireBytes()
        memory?.publish(bytes, topic: event.topic, isLost: isLost)
        hasLostEvents = hasLostEvents || isLost
        if !isLost { try send([topicBytes(event.topic), bytes]) }
        return envelope
    }

    /// Numbers and publishes an event whose bytes are edited.
    func publish(_ event: Event, as edit: ([UInt8]) -> [UInt8]) throws(CaseEnding) {
        let bytes = edit(journal.add(event, run: run, tick: 0).wireBytes())
        memory?.publish(bytes, topic: event.topic)
        try send([topicBytes(event.topic), bytes])
    }

    /// Publishes an event of a later version, numbered in a topic that may also be of a later version.
    func publishUnknown(of topic: String, on name: String) throws(CaseEnding) {
        let numbers = journal.count(topic)
        let envelope =
            [1 << 3 | 1] + withUnsafeBytes(of: run.littleEndian) { Array($0) }
            + WireEdit.varint(2 << 3) + WireEdit.varint(numbers.sequence)
            + WireEdit.varint(3 << 3) + WireEdit.varint(numbers.topicSequence)
            + WireEdit.field(4, Array(Session.main.name.utf8)) + WireEdit.field(99, Array("weather".utf8))
        if let known = Topic(rawValue: topic) { memory?.publish(envelope, topic: known) }
        try send([Array(name.utf8), envelope])
    }

    /// Sends frames; the first one is the topic.
    func send(_ frames: [[UInt8]]) throws(CaseEnding) {
        guard let events else { return }
        try callZeroMQ { () throws(ZeroMQError) in
            for (index, frame) in frames.enumerated() { try events.send(frame, more: index < frames.count - 1) }
        }
    }

    func topicBytes(_ topic: Topic) -> [UInt8] { Array(topic.wireName(session: .main).utf8) }

    /// Publishes the heartbeat of the bus once a second.
    func sendHeartbeatIfDue() throws(CaseEnding) {
        let now = MonotonicInstant.now.nanoseconds
        guard behaviour.sendsHeartbeats, events != nil, now >= nextHeartbeat else { return }
        nextHeartbeat = now + 1_000_000_000
        try send([Array("~beat/main".utf8), snapshot(withEvents: false)])
    }

    private func snapshot(withEvents: Bool) -> [UInt8] {
        journal.snapshot(run: run, processID: processID, withEvents: withEvents)
    }

    // MARK: - Receiving

    /// Receives and answers messages; only some of them, in case they never end.
    func serve() throws(CaseEnding) {
        for _ in 0..<Self.maxMessagesAtOnce {
            guard let parts = try receive(requests) else { break }
            try take(request: parts)
        }
        for _ in 0..<Self.maxMessagesAtOnce {
            guard let parts = try receive(events) else { break }
            try take(subscription: parts)
        }
        memory?.serve()
        received.readsMemory = received.readsMemory || memory?.isRead == true
    }

    private static let maxMessagesAtOnce = 100

    private func receive(_ socket: Socket?) throws(CaseEnding) -> [[UInt8]]? {
        guard let socket else { return nil }
        var parts: [[UInt8]] = []
        repeat {
            guard try callZeroMQ({ () throws(ZeroMQError) in try socket.receive(into: &frame) }) else { return nil }
            parts.append(frame.copy)
        } while frame.hasMore
        return parts
    }

    private func take(subscription parts: [[UInt8]]) throws(CaseEnding) {
        guard let events, let message = parts.first, let kind = message.first else { return }
        let topic = Array(message.dropFirst())
        let name = String(decoding: topic, as: UTF8.self)
        try callZeroMQ { () throws(ZeroMQError) in
            if kind == 1 { try events.subscribe(topic) } else { try events.unsubscribe(topic) }
        }
        guard kind == 1 else {
            received.subscriptions.removeAll { $0 == name }
            return
        }
        received.subscriptions.append(name)
        received.everSubscribed.insert(name)
        if name.hasPrefix("~snap/") { received.snapshotRequests += 1 }
        guard name.hasPrefix("~snap/main/"), behaviour.answersSnapshots else { return }
        try send([topic, snapshot(withEvents: true)])
    }

    private func take(request parts: [[UInt8]]) throws(CaseEnding) {
        guard let payload = parts.last else { return }
        try received.count(bytes: payload.count)
        let request: RequestFrame
        do throws(WireError) {
            request = try RequestFrame(wireBytes: payload)
        } catch {
            received.unreadable.append("\(error)")
            let id = payload.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) }
            let refusal = RequestError(code: .malformed, text: "failed to \(error)")
            return try answer(.refused(refusal), id: id, to: parts.dropLast())
        }
        let isNew = received.note(request, at: MonotonicInstant.now.nanoseconds)
        guard let reply = reply(to: request.request, isNew: isNew) else { return }
        if request.id != 0 { try answer(reply, id: request.id, to: parts.dropLast()) }
        // A report is published once, however often it was sent.
        if isNew, case .report(_, let report) = request.request, behaviour.answersReports {
            try publish(.control(report))
        }
    }

    private func reply(to request: Request, isNew: Bool) -> Reply? {
        switch request {
        case .hello(let hello):
            switch behaviour.hello {
            case .welcome:
                .welcome(
                    Welcome(
                        run: run, eventsEndpoint: endpoints.events, settings: settings,
                        laterTopics: behaviour.laterTopics,
                        // The memory of this bus has no topics of a later version.
                        ringPath: behaviour.laterTopics.isEmpty ? memory?.path ?? "" : ""
                    ))
            case .silence: nil
            case .refusal(let make): .refused(make(hello))
            }
        case .heartbeat: nil
        case .report: behaviour.answersReports ? .done : nil
        case .missed(let missed): reply(to: missed)
        case .status, .sessions: .status(BusStatus(run: run, processID: processID, uptimeSeconds: 1))
        default: .done
        }
    }

    private func reply(to missed: MissedEvents) -> Reply? {
        switch behaviour.missed {
        case .events: .events(journal.missed(missed))
        case .silence: nil
        case .gone: .refused(RequestError(code: .unavailable, text: "the missing events are no longer kept"))
        }
    }

    private func answer(_ reply: Reply, id: UInt64, to address: ArraySlice<[UInt8]>) throws(CaseEnding) {
        guard let requests else { return }
        let bytes = ReplyFrame(id: id, reply: reply).wireBytes()
        try callZeroMQ { () throws(ZeroMQError) in
            for part in address { try requests.send(part, more: true) }
            try requests.send(bytes)
        }
    }
}

/// Calls libzmq; a failure is one of the test, not of the control.
func callZeroMQ<Value: ~Copyable>(_ body: () throws(ZeroMQError) -> Value) throws(CaseEnding) -> Value {
    do {
        return try body()
    } catch {
        throw .broken("\(error)")
    }
}
