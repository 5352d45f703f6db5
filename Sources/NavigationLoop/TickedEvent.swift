import NavigationEvents

/// An event on its way to the bus, with the number of the fix that caused it; 0 if none did.
struct TickedEvent: Sendable, Hashable {
    var event: Event
    var tick: UInt64

    /// Whether this is the event that was published so.
    func isPublished(as envelope: Envelope) -> Bool {
        guard envelope.tick == tick, envelope.event.topic == event.topic else { return false }
        guard case .control(let mine) = event, case .control(let other) = envelope.event else { return true }
        return mine == other
    }
}
