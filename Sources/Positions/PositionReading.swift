/// An event of a source with the time of its delivery.
public struct PositionReading: Sendable, Hashable {
    /// The event.
    public var event: PositionEvent
    /// CLOCK_MONOTONIC at the delivery by the source, nanoseconds.
    public var monotonicNanoseconds: UInt64

    /// Makes a reading.
    public init(_ event: PositionEvent, monotonicNanoseconds: UInt64) {
        self.event = event
        self.monotonicNanoseconds = monotonicNanoseconds
    }
}
