public import NavigationEvents

/// What a ``BusClient`` hands out.
public enum Delivery: Sendable, Hashable {
    /// An event: each once, in the order of publishing.
    case event(Envelope)
    /// Events were lost for good, this many of the wanted topics. The present state follows as events where it is
    /// newer than what came before; ``BusClient/isNavigating`` already tells whether a navigation is active.
    case resynchronized(missed: Int)
    /// The bus was restarted and has this identity now. Its present state follows as events.
    case restarted(run: UInt64)
}
