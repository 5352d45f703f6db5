import NavigationEvents

/// An event for the bus, with the number of the fix that caused it; 0 if none did.
struct TickedEvent: Sendable, Hashable {
    var event: Event
    var tick: UInt64

    /// Whether `envelope` is this event as published.
    func isPublished(as envelope: Envelope) -> Bool {
        guard envelope.tick == tick, envelope.event.topic == event.topic else { return false }
        guard case .control(let mine) = event, case .control(let other) = envelope.event else { return true }
        return mine == other
    }
}
