import EventCodec
import NavigationEvents
import ZeroMQ

extension BusClient {
    /// Milliseconds between looks at a bus that is not there yet.
    private static let retryMilliseconds = 20
    /// Milliseconds after which an unanswered hello is said again: the bus may have died over it.
    private static let repeatMilliseconds = 1000
    /// How long the journal is waited for before the present state has to do.
    private static let journalPatience = Duration.seconds(2)
    /// How long a client that is about to end waits for what it has not got yet.
    private static let lastPatience = Duration.milliseconds(500)

    /// Says hello until the bus answers.
    func hello(_ hello: Hello, _ deadline: Deadline) throws(BusError) -> Welcome {
        while true {
            let attempt = Deadline(.milliseconds(min(Self.repeatMilliseconds, deadline.millisecondsLeft)))
            do throws(BusError) {
                let reply = try exchange(.hello(hello), attempt)
                if case .welcome(let welcome) = reply { return welcome }
                throw BusError.unexpectedAnswer(to: "hello")
            } catch {
                guard case .noAnswer = error else { throw error }
                if deadline.isOver { throw .noAnswer(endpoint: endpoint, seconds: deadline.seconds) }
            }
        }
    }

    /// Sends a request as soon as there is a bus, and waits for its answer.
    func exchange(_ request: Request, _ deadline: Deadline) throws(BusError) -> Reply {
        let id = nextRequestID()
        let bytes = RequestFrame(id: id, request: request).wireBytes()
        guard bytes.count <= BusLimits.largestMessageBytes else {
            throw .tooLarge(what: "the request", bytes: bytes.count, limit: BusLimits.largestMessageBytes)
        }
        while try !transport({ () throws(ZeroMQError) in try requests.send(bytes) }) {
            if let path = try Endpoint(endpoint).path { try checkAccess(path) }
            try wait(deadline, atMost: Self.retryMilliseconds)
        }
        while true {
            if let reply = try receiveReply(id) {
                if case .refused(let refusal) = reply { throw .refused(refusal) }
                return reply
            }
            try wait(deadline, atMost: Int.max)
        }
    }

    private func wait(_ deadline: Deadline, atMost milliseconds: Int) throws(BusError) {
        guard !deadline.isOver else { throw .noAnswer(endpoint: endpoint, seconds: deadline.seconds) }
        var polled = PollSet()
        polled.add(requests)
        try transport { () throws(ZeroMQError) in
            try polled.wait(milliseconds: min(milliseconds, deadline.millisecondsLeft))
        }
    }

    /// The answer with this number, passing over those that came too late; `nil` if none is there.
    private func receiveReply(_ id: UInt64) throws(BusError) -> Reply? {
        var frame = Frame()
        while try transport({ () throws(ZeroMQError) in try requests.receive(into: &frame) }) {
            do {
                let answer = try frame.withBytes { bytes throws(WireError) in try ReplyFrame(wireBytes: bytes) }
                if answer.id == id { return answer.reply }
            } catch {
                throw .malformed(error)
            }
        }
        return nil
    }

    // MARK: Repair

    /// Fetches what has been published so far and has not arrived yet, for a subscriber that is told to end: it hears
    /// the last words too. ``next(timeout:)`` hands them out; without an answer nothing is fetched.
    public func catchUp() throws(BusError) {
        guard let stream, !stream.isAwaitingSnapshot else { return }
        _ = try repair(stream, through: .max, patience: Self.lastPatience)
    }

    /// Fetches the events up to `sequence` that did not arrive, and hands them out in their order.
    ///
    /// - Returns: `false` if the journal no longer has them all, or nobody answers.
    func repair(
        _ stream: EventStream, through sequence: UInt64, patience: Duration = journalPatience
    ) throws(BusError) -> Bool {
        guard let order = stream.order else { return false }
        var fetched: [Envelope] = []
        for topic in Topic.allCases where stream.wanted.contains(topic) {
            guard let events = try fetch(topic, of: stream.hello.session, order, through: sequence, patience) else {
                return false
            }
            fetched.append(contentsOf: events)
        }
        fetched.sort { $0.sequence < $1.sequence }
        counters.repaired += UInt64(fetched.count)
        for envelope in fetched {
            stream.order?.advance(to: envelope)
            pending.append(.event(envelope))
        }
        return true
    }

    /// The events of a topic that follow what was handed out, up to `sequence`; `nil` if some are gone.
    private func fetch(
        _ topic: Topic, of session: Session, _ order: DeliveryOrder, through sequence: UInt64, _ patience: Duration
    ) throws(BusError) -> [Envelope]? {
        var events: [Envelope] = []
        while true {
            let missed = MissedEvents(
                session: session, topic: topic, first: order.latest(topic) &+ UInt64(events.count) &+ 1, last: .max)
            guard let part = try askJournal(missed, patience) else { return nil }
            // The journal always keeps the newest event of a topic: nothing kept means nothing happened.
            guard let last = part.last else { return events }
            guard order.continues(topic, after: events.count, with: part) else { return nil }
            events.append(contentsOf: part.prefix { $0.sequence <= sequence })
            if last.sequence >= sequence { return events }
        }
    }

    private func askJournal(_ missed: MissedEvents, _ patience: Duration) throws(BusError) -> [Envelope]? {
        do {
            guard case .events(let events) = try exchange(.missed(missed), Deadline(patience)) else {
                return nil
            }
            return events
        } catch {
            // The bus has gone, or the session with it: the state that comes with its return has to do.
            guard error.isAboutAnswer else { throw error }
            return nil
        }
    }

    /// Introduces the control to a bus that was restarted, so that it is known there; its settings stay as they are.
    func sayHelloAgain(_ stream: EventStream) throws(BusError) {
        do {
            _ = try hello(stream.hello, Deadline(Self.journalPatience))
        } catch {
            // Events arrive all the same; only the list of controls lacks this one.
            guard error.isAboutAnswer else { throw error }
        }
    }
}

extension BusError {
    /// Whether only the answer is missing, not the means to ask.
    fileprivate var isAboutAnswer: Bool {
        switch self {
        case .noAnswer, .noAccess, .refused, .malformed, .unexpectedAnswer: true
        default: false
        }
    }
}
