/// An event as it travels: who published it, when, after what, and because of which fix.
public struct Envelope: Sendable, Hashable {
    /// Identity of one run. A bus that takes the place of one that was killed goes on with its run and its numbers.
    public var run: UInt64
    /// Counts the events of the session from 1, over all topics, without gaps: their order.
    public var sequence: UInt64
    /// Counts the events of this session under this topic from 1, without gaps: how a subscriber of a few
    /// topics notices a loss.
    public var topicSequence: UInt64
    /// The guided vehicle or person.
    public var session: Session
    /// Nanoseconds of the publisher's CLOCK_MONOTONIC at publishing: for intervals on one machine.
    public var monotonicNanoseconds: UInt64
    /// Wall-clock time of publishing.
    public var publishedAt: Timestamp
    /// Number of the fix that caused the event, from 1; 0 if no fix did. All guidance that a fix caused carries it;
    /// reports of controls carry 0 and name their cue instead.
    public var tick: UInt64
    /// What happened.
    public var event: Event

    /// Makes an envelope.
    public init(
        run: UInt64,
        sequence: UInt64,
        topicSequence: UInt64,
        session: Session,
        monotonicNanoseconds: UInt64,
        publishedAt: Timestamp,
        tick: UInt64,
        event: Event
    ) {
        self.run = run
        self.sequence = sequence
        self.topicSequence = topicSequence
        self.session = session
        self.monotonicNanoseconds = monotonicNanoseconds
        self.publishedAt = publishedAt
        self.tick = tick
        self.event = event
    }
}
