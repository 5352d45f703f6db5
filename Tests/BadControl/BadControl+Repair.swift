import EventCodec
import Glibc
import NavigationEvents
import Platform
import ZeroMQ

/// The repair of gaps.
struct RepairState {
    /// Whether events are ignored until a snapshot replaces them.
    var awaitsSnapshot = true
    /// The times of the newest requests, nanoseconds of the monotonic clock, by topic.
    var asked: [Topic: UInt64] = [:]
    /// The topics of requests.
    var topics: [UInt64: Topic] = [:]
    var repaired: UInt64 = 0
    var missed: UInt64 = 0
    var snapshots = 1
}

extension BadControl {
    private static let nanosecondsToAskAgain: UInt64 = 300_000_000

    /// Whether an event is the next one of its topic. Later ones are left to the answer of the bus.
    ///
    /// - Parameter isRepaired: Whether the event is in an answer of the bus or in a snapshot, which have no gaps.
    mutating func continues(_ envelope: Envelope, isRepaired: Bool) throws -> Bool {
        guard envelope.session == session else { return true }
        let topic = envelope.event.topic
        let before = topicSequences[topic] ?? 0
        guard isRepaired || !repair.awaitsSnapshot, envelope.topicSequence > before else { return false }
        if envelope.topicSequence > before + 1, !isRepaired, fault != .repairsNothing {
            if fault == .stopsAtGap { isStuck = true }
            try ask(topic)
            return false
        }
        topicSequences[topic] = envelope.topicSequence
        return true
    }

    private mutating func ask(_ topic: Topic) throws {
        guard fault != .repairsNothing, repair.asked[topic] == nil else { return }
        try askAgain(topic)
    }

    private mutating func askAgain(_ topic: Topic) throws {
        let missed = MissedEvents(
            session: session, topic: topic, first: (topicSequences[topic] ?? 0) + 1, last: .max)
        // Without a connection, the next heartbeat of the bus is the next occasion.
        guard let id = try line.ask(.missed(missed)) else { return }
        repair.asked[topic] = MonotonicInstant.now.nanoseconds
        repair.topics[id] = topic
    }

    /// Repeats requests that were not answered.
    mutating func repairAgain() throws {
        guard fault != .asksOnce else { return }
        let now = MonotonicInstant.now.nanoseconds
        for (topic, at) in repair.asked where now > at + Self.nanosecondsToAskAgain { try askAgain(topic) }
    }

    /// Requests the events that a heartbeat shows to be missing.
    mutating func requestTail(_ state: Snapshot) throws {
        guard !repair.awaitsSnapshot, fault != .ignoresTail else { return }
        for topic in hello.topics where state.topicSequences[topic] ?? 0 > topicSequences[topic] ?? 0 {
            try ask(topic)
        }
    }

    /// Handles the answer to a request for missed events.
    mutating func takeRepair(_ answer: ReplyFrame) throws {
        guard let topic = repair.topics.removeValue(forKey: answer.id) else { return }
        switch answer.reply {
        case .events(let events, _):
            repair.asked[topic] = nil
            for event in events where event.topicSequence > topicSequences[topic] ?? 0 {
                repair.repaired += 1
                try take(event, isRepaired: true)
            }
        case .refused where fault != .hidesLoss:
            repair.asked[topic] = nil
            repair.snapshots += 1
            repair.awaitsSnapshot = true
            try line.events?.subscribe("~snap/\(session.name)/bad-\(getpid())-\(repair.snapshots)")
        default: break
        }
    }

    /// The number of events that a snapshot replaces; 0 for the first one.
    func lost(_ state: Snapshot) -> UInt64 {
        guard repair.snapshots > 1 else { return 0 }
        return hello.topics.reduce(0) { sum, topic in
            let (newest, own) = (state.topicSequences[topic] ?? 0, topicSequences[topic] ?? 0)
            return sum + (newest > own ? newest - own : 0)
        }
    }
}
