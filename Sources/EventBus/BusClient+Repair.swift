import EventCodec
import NavigationEvents
import ZeroMQ

/// How an attempt to fetch missed events ended.
enum Repair: Hashable {
    /// They are pending.
    case filled
    /// The journal no longer has them all.
    case gone
    /// Nobody answered: the bus may come back.
    case unanswered
}

extension BusClient {
    /// How long a bus that does not answer is asked.
    private static let patience = Duration.milliseconds(600)
    /// How long it is waited for each time it is asked: a bus that was killed over it never answers.
    private static let attempt = Duration.milliseconds(200)
    /// How long fetching may take in all: a bus that only lets trickle what is missed is of no use.
    private static let longest = Duration.seconds(10)
    /// The most events that are fetched in one go.
    private static let mostEvents = 1 << 18
    /// How long a client that is about to end waits for what it has not got yet.
    private static let lastPatience = Duration.milliseconds(500)

    /// Fetches what has been published so far and has not arrived yet, for a subscriber that is told to end: it hears
    /// the last words too. ``next(timeout:)`` hands them out; without an answer nothing is fetched. It takes half a
    /// second at most, or little more if the journal has to be asked.
    public func catchUp() throws(BusError) {
        guard let stream, !stream.isAwaitingSnapshot else { return }
        let deadline = Deadline(Self.lastPatience)
        try stream.askForMark()
        let mark = stream.snapshotsSeen
        var before = stream.order
        while stream.snapshotsSeen == mark, !deadline.isOver {
            switch try receive(stream) {
            case .event(let envelope):
                if pendingStart == pending.count { placeBeforePending = before }
                pending.append(.event(envelope))
            case .message: before = stream.order
            case .nothing: _ = try stream.wait(deadline.millisecondsLeft, nil)
            }
        }
        while !outbox.isEmpty, !deadline.isOver {
            _ = try stream.wait(min(deadline.millisecondsLeft, try tend(stream)), nil, forReplies: true)
            try takeReplies()
        }
    }

    /// Fetches the events up to `sequence` that did not arrive, and hands them out in their order.
    func repair(_ stream: EventStream, through sequence: UInt64) throws(BusError) -> Repair {
        guard let order = stream.order else { return .gone }
        let end = Deadline(Self.longest)
        var fetched: [KeptEvent] = []
        for topic in Topic.allCases where stream.wanted.contains(topic) {
            let outcome = try fetch(topic, of: stream.hello.session, order, through: sequence, end, into: &fetched)
            guard outcome == .filled else { return outcome }
        }
        fetched.sort { $0.numbers.sequence < $1.numbers.sequence }
        // Who goes by the numbers of each topic may have handed out a later event of another one already.
        if let first = fetched.first, first.numbers.sequence < order.sequence { return .gone }
        for event in fetched {
            stream.order?.advance(to: event.numbers, of: event.topic)
            guard let envelope = event.envelope else { continue }
            counters.repaired += 1
            pending.append(.event(envelope))
        }
        return .filled
    }

    /// The events of a topic that follow what was handed out, up to `sequence`.
    private func fetch(
        _ topic: Topic, of session: Session, _ order: DeliveryOrder, through sequence: UInt64, _ end: Deadline,
        into fetched: inout [KeptEvent]
    ) throws(BusError) -> Repair {
        var count = 0
        while true {
            guard !end.isOver, fetched.count < Self.mostEvents else { return .gone }
            let missed = MissedEvents(
                session: session, topic: topic, first: order.latest(topic) &+ UInt64(count) &+ 1, last: .max)
            let (outcome, part) = try askJournal(missed)
            guard outcome == .filled else { return outcome }
            // The journal always keeps the newest event of a topic: nothing kept means nothing happened.
            guard let last = part.last else { return .filled }
            guard order.continues(topic, after: count, with: part) else { return .gone }
            let wanted = part.prefix { $0.numbers.sequence <= sequence }
            fetched.append(contentsOf: wanted)
            count += wanted.count
            if last.numbers.sequence >= sequence { return .filled }
        }
    }

    /// Asks for missed events, and again while the bus is away: asking twice does no harm.
    private func askJournal(_ missed: MissedEvents) throws(BusError) -> (Repair, [KeptEvent]) {
        let deadline = Deadline(Self.patience)
        repeat {
            do {
                let attempt = Deadline(min(Self.attempt, .milliseconds(deadline.millisecondsLeft)))
                guard case .events(let events, let unknown) = try exchange(.missed(missed), attempt) else {
                    return (.gone, [])
                }
                return (.filled, KeptEvent.list(missed.topic, events, unknown: unknown))
            } catch {
                switch error {
                case .noAnswer: continue
                case .refused(let refusal) where refusal.code == .throttled: return (.unanswered, [])
                case .refused(let refusal) where refusal.code == .forbidden:
                    // It may do something else than it was told: the answer to another hello tells.
                    stream?.duties.owesHello = true
                    return (.gone, [])
                // The session has gone: the state that comes next has to do.
                case .refused, .malformed, .unexpectedAnswer: return (.gone, [])
                case .noAccess: return (.unanswered, [])
                default: throw error
                }
            }
        } while !deadline.isOver
        return (.unanswered, [])
    }
}
