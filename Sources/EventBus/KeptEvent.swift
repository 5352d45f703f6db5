import NavigationEvents

/// An event that the journal still had.
struct KeptEvent {
    var topic: Topic
    var numbers: EventNumbers
    /// `nil` if its kind is one that this version does not know: it counts, and is not handed out.
    var envelope: Envelope?

    /// The events of an answer, in their order.
    static func list(_ topic: Topic, _ known: [Envelope], unknown: [EventNumbers]) -> [KeptEvent] {
        let events = known.map { KeptEvent(topic: $0.event.topic, numbers: $0.numbers, envelope: $0) }
        guard !unknown.isEmpty else { return events }
        return (events + unknown.map { KeptEvent(topic: topic, numbers: $0) })
            .sorted { $0.numbers.sequence < $1.numbers.sequence }
    }
}
