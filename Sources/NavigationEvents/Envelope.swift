/// A published event with its run, session, numbers, times and the fix that caused it.
public struct Envelope: Sendable, Hashable {
    /// The id of the run: a random number that a bus chooses when it starts. A bus that replaces a killed one continues
    /// its run and its numbers.
    public var run: UInt64
    /// The number of the event in its session, from 1, over all topics and without gaps.
    public var sequence: UInt64
    /// The number of the event in its topic and session, from 1 and without gaps: a subscriber of a few topics detects
    /// a loss by it.
    public var topicSequence: UInt64
    /// The guided vehicle or person.
    public var session: Session
    /// The publisher's CLOCK_MONOTONIC at publishing, nanoseconds: for intervals on one machine.
    public var monotonicNanoseconds: UInt64
    /// Wall-clock time at publishing.
    public var publishedAt: Timestamp
    /// The number of the fix that caused the event, from 1; 0 if no fix did. All guidance caused by a fix carries its
    /// number; reports of controls carry 0 and name their cue instead.
    public var tick: UInt64
    /// The event.
    public var event: Event
    /// The time of the newest fix of the session, for an event without a time of its own: the start and the end of a
    /// navigation, reports and commands. `nil` before the first fix, and for other events.
    public var fixTime: Timestamp?

    /// The time of the event on the clock of the fixes: its own, or that of the newest fix; before the first fix, and in the
    /// events of an earlier bus, the wall-clock time at publishing.
    public var driveTime: Timestamp { event.time ?? fixTime ?? publishedAt }

    /// Makes an envelope.
    @inlinable
    public init(
        run: UInt64,
        sequence: UInt64,
        topicSequence: UInt64,
        session: Session,
        monotonicNanoseconds: UInt64,
        publishedAt: Timestamp,
        tick: UInt64,
        event: Event,
        fixTime: Timestamp? = nil
    ) {
        self.run = run
        self.sequence = sequence
        self.topicSequence = topicSequence
        self.session = session
        self.monotonicNanoseconds = monotonicNanoseconds
        self.publishedAt = publishedAt
        self.tick = tick
        self.event = event
        self.fixTime = fixTime
    }
}
