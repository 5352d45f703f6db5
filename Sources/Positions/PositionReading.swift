/// What a source tells, and when it handed it on.
public struct PositionReading: Sendable, Hashable {
    /// What it tells.
    public var event: PositionEvent
    /// Nanoseconds of CLOCK_MONOTONIC when the source handed it on.
    public var monotonicNanoseconds: UInt64

    /// Makes a reading.
    public init(_ event: PositionEvent, monotonicNanoseconds: UInt64) {
        self.event = event
        self.monotonicNanoseconds = monotonicNanoseconds
    }
}
