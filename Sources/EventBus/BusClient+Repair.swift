import EventCodec
import NavigationEvents
import ZeroMQ

/// The outcome of an attempt to fetch missed events.
enum Repair: Hashable {
    /// The events are pending.
    case filled
    /// The journal no longer has all of them.
    case gone
    /// The bus did not answer. It may come back.
    case unanswered
}

extension BusClient {
    /// Time for the attempts to ask a bus that does not answer.
    private static let answerTimeout = Duration.milliseconds(600)
    /// Time for one attempt: a bus that was killed during a request never answers it.
    private static let attemptTimeout = Duration.milliseconds(200)
    /// Time for all events: a bus that delivers missed events too slowly is of no use.
    private static let maxRepairDuration = Duration.seconds(10)
    /// Maximum number of events that are fetched at a time.
    private static let maxEvents = 1 << 18
    /// Time that a client that is about to end waits for the events that it does not have yet.
    private static let catchUpTimeout = Duration.milliseconds(500)

    /// Fetches the events that were published and have not arrived yet, for a subscriber that is about to end.
    /// ``next(timeout:)`` returns them. Without an answer of the bus, nothing is fetched. It takes half a second at
    /// most, or little more if the journal has to be asked.
    public func catchUp() throws(BusError) {
        guard let stream, !stream.state.isAwaitingSnapshot else { return }
        let deadline = Deadline(Self.catchUpTimeout)
        try stream.requestSnapshot()
        let seenBefore = stream.snapshots.answers
        var before = stream.state.order
        while stream.snapshots.answers == seenBefore, !deadline.isOver {
            switch try receive(stream) {
            case .event(let envelope):
                if pendingStart == pending.count { cursorBeforePending = before }
                pending.append(.event(envelope))
            case .message, .heartbeat, .view: before = stream.state.order
            case .nothing: _ = try stream.wait(deadline.millisecondsLeft, nil)
            }
        }
        while !outbox.isEmpty, !deadline.isOver {
            _ = try stream.wait(min(deadline.millisecondsLeft, try performDueActions(stream)), nil, forReplies: true)
            try handleReplies()
        }
    }

    /// Fetches the events up to `sequence` that did not arrive. They become pending in their order.
    func repair(_ stream: SessionSubscription, through sequence: UInt64) throws(BusError) -> Repair {
        guard let order = stream.state.order else { return .gone }
        let end = Deadline(Self.maxRepairDuration)
        var fetched: [KeptEvent] = []
        for topic in Topic.allCases where stream.wanted.contains(topic) {
            let outcome = try fetch(topic, of: stream.hello.session, order, through: sequence, end, into: &fetched)
            guard outcome == .filled else { return outcome }
        }
        fetched.sort { $0.numbers.sequence < $1.numbers.sequence }
        // If the numbers of each topic are checked, a later event of another topic may have been returned already.
        if let first = fetched.first, first.numbers.sequence < order.sequence { return .gone }
        for event in fetched {
            stream.advance(to: event.numbers, of: event.topic)
            guard let envelope = event.envelope else { continue }
            counters.repaired += 1
            pending.append(.event(envelope))
        }
        return .filled
    }

    /// The events of a topic after the last one returned, up to `sequence`.
    private func fetch(
        _ topic: Topic, of session: Session, _ order: DeliveryOrder, through sequence: UInt64, _ end: Deadline,
        into fetched: inout [KeptEvent]
    ) throws(BusError) -> Repair {
        var count = 0
        while true {
            guard !end.isOver, fetched.count < Self.maxEvents else { return .gone }
            let missed = MissedEvents(
                session: session, topic: topic, first: order.latest(topic) &+ UInt64(count) &+ 1, last: .max)
            let (outcome, part) = try askJournal(missed)
            guard outcome == .filled else { return outcome }
            // The journal always keeps the newest event of a topic. If nothing is kept, nothing was published.
            guard let last = part.last else { return .filled }
            guard order.continues(topic, after: count, with: part) else { return .gone }
            let wanted = part.prefix { $0.numbers.sequence <= sequence }
            fetched.append(contentsOf: wanted)
            count += wanted.count
            if last.numbers.sequence >= sequence { return .filled }
        }
    }

    /// Asks for missed events, and repeats the request while the bus is away. Asking twice does no harm.
    private func askJournal(_ missed: MissedEvents) throws(BusError) -> (Repair, [KeptEvent]) {
        let deadline = Deadline(Self.answerTimeout)
        repeat {
            do {
                let attempt = Deadline(min(Self.attemptTimeout, .milliseconds(deadline.millisecondsLeft)))
                guard case .events(let events, let unknown) = try exchange(.missed(missed), attempt) else {
                    return (.gone, [])
                }
                return (.filled, KeptEvent.list(missed.topic, events, unknown: unknown))
            } catch {
                switch error {
                case .noAnswer: continue
                case .refused(let refusal) where refusal.code == .throttled: return (.unanswered, [])
                case .refused(let refusal) where refusal.code == .forbidden:
                    // The rights may have changed since the last welcome. Another hello brings the present ones.
                    stream?.pendingActions.needsHello = true
                    return (.gone, [])
                // The session has gone: the next snapshot replaces the missed events.
                case .refused, .malformed, .unexpectedAnswer: return (.gone, [])
                case .noAccess: return (.unanswered, [])
                default: throw error
                }
            }
        } while !deadline.isOver
        return (.unanswered, [])
    }
}
