import NavigationEvents

/// An event on its way to the bus, with the number of the fix that caused it; 0 if none did.
struct TickedEvent: Sendable, Hashable {
    var event: Event
    var tick: UInt64
}
