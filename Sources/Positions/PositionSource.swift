/// A source of positions: a receiver, a recording or a simulation.
public protocol PositionSource: Sendable {
    /// Starts reading, on its own thread, which ends when the consumer goes.
    ///
    /// Every call reads from the beginning. Reading waits for the consumer, so a recording neither fills the memory nor
    /// loses a fix. The stream is for one consumer.
    func positions() -> AsyncStream<PositionEvent>

    /// Starts reading like ``positions()``, with the delivery time of each event.
    ///
    /// - Parameter count: Number of events of a recording or simulation to skip without waiting, because they were
    ///   received before; headings do not count. A receiver ignores it.
    func readings(skipping count: UInt64) -> PositionReadings
}
