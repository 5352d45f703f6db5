/// Where positions come from: a receiver, a recording, a simulation.
public protocol PositionSource: Sendable {
    /// Starts reading, on a thread of its own that ends when the consumer goes.
    ///
    /// Every call reads anew. Reading waits while the consumer is behind, so a recording is never piled up in memory and
    /// never loses a fix. The stream is for one consumer.
    func positions() -> AsyncStream<PositionEvent>

    /// Reads like ``positions()``, and tells when each event was handed on.
    ///
    /// - Parameter count: How many events of a recording or a simulation are passed over without waiting for them,
    ///   since they were heard before; headings do not count. A receiver has no past, and tells what it tells.
    func readings(skipping count: UInt64) -> AsyncStream<PositionReading>
}
