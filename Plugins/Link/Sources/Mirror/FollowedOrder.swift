import EventBus
import NavigationEvents

/// The order of the events of a session of a fleet: drops repetitions, and holds events back that are ahead of a lost one. A
/// value.
struct FollowedOrder {
    /// The most events that are held back; a state replaces them.
    private static let maxAhead = 4096

    /// The last event that was delivered, or the state that took its place; `nil` before the first state of a run.
    private(set) var cursor: StreamCursor?
    /// The events that came before their turn, by their number.
    private var ahead: [UInt64: FollowedEvent] = [:]
    /// The run of the events that wait for its first state.
    private var nextRun: UInt64 = 0
    /// Whether an event has come of a run with a lower number: late, or of a vehicle whose bus chooses its runs at random.
    private var isInDoubt = false

    /// Whether a state or an event is missing.
    var isIncomplete: Bool { cursor == nil || !ahead.isEmpty || isInDoubt }

    /// Whether a state covers events that were not delivered.
    func isBehind(_ state: Snapshot) -> Bool { state.sequence > cursor?.sequence ?? 0 }

    /// Takes events in any order, and returns those whose turn it is.
    ///
    /// A later run of a session has a higher number. It begins with its own first event, or with a state.
    mutating func take(_ events: [FollowedEvent]) -> [FollowedEvent] {
        var due: [FollowedEvent] = []
        for event in events {
            let envelope = event.envelope
            if envelope.run > max(cursor?.run ?? 0, nextRun) {
                ahead = [:]
                nextRun = envelope.run
                cursor =
                    envelope.sequence == 1 ? StreamCursor(run: envelope.run, sequence: 0, topicSequences: [:]) : nil
            }
            guard envelope.run == cursor?.run ?? nextRun else {
                isInDoubt = true
                continue
            }
            guard envelope.sequence > cursor?.sequence ?? 0 else { continue }
            if ahead.count < Self.maxAhead { ahead[envelope.sequence] = event }
            takeDue(into: &due)
        }
        return due
    }

    /// Notes that a state belongs to the followed run.
    mutating func confirmRun() { isInDoubt = false }

    /// Continues after a state.
    mutating func begin(after state: Snapshot) {
        isInDoubt = false
        if state.run != cursor?.run ?? nextRun { ahead = [:] }
        nextRun = state.run
        cursor = StreamCursor(run: state.run, sequence: state.sequence, topicSequences: state.topicSequences)
        ahead = ahead.filter { $0.key > state.sequence }
    }

    private mutating func takeDue(into due: inout [FollowedEvent]) {
        while let next = cursor.map({ $0.sequence + 1 }), let event = ahead.removeValue(forKey: next) {
            cursor?.sequence = next
            cursor?.topicSequences[event.envelope.event.topic] = event.envelope.topicSequence
            due.append(event)
        }
    }
}
