public import NavigationEvents

/// A delivery of a ``BusClient``.
public enum Delivery: Sendable, Hashable {
    /// An event. Each is delivered once, in the order of publishing.
    case event(Envelope)
    /// So many events of the wanted topics were lost. The present state follows as events, as far as it is newer than
    /// the events before; ``BusClient/isNavigating`` already has its new value.
    case resynchronized(missed: Int)
    /// The bus was restarted and has this run now. Its present state follows as events.
    case restarted(run: UInt64)
}
