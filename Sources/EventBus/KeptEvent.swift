import NavigationEvents

/// An event from the journal.
struct KeptEvent {
    var topic: Topic
    var numbers: EventNumbers
    /// `nil` if this version does not know the kind of the event: its numbers count, and it is not delivered.
    var envelope: Envelope?

    /// The events of an answer, in order.
    static func list(_ topic: Topic, _ known: [Envelope], unknown: [EventNumbers]) -> [KeptEvent] {
        let events = known.map { KeptEvent(topic: $0.event.topic, numbers: $0.numbers, envelope: $0) }
        guard !unknown.isEmpty else { return events }
        return (events + unknown.map { KeptEvent(topic: topic, numbers: $0) })
            .sorted { $0.numbers.sequence < $1.numbers.sequence }
    }
}
