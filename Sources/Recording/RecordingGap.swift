public import NavigationEvents

/// Events that a recording does not hold, counted exactly: the message of the channel `navbus/gap`.
public struct RecordingGap: Sendable, Hashable {
    /// The session they belong to.
    public var session: Session
    /// The run of the bus that published them.
    public var run: UInt64
    /// ``Envelope/sequence`` of the first one missing; 0 if not known.
    public var firstSequence: UInt64
    /// ``Envelope/sequence`` of the last one missing; 0 if not known.
    public var lastSequence: UInt64
    /// How many are missing.
    public var count: UInt64
    /// When the first one was published.
    public var began: Timestamp
    /// When the last one was published.
    public var ended: Timestamp
    /// Why, for people.
    public var reason: String

    /// Makes a gap.
    public init(
        session: Session, run: UInt64, firstSequence: UInt64, lastSequence: UInt64, count: UInt64, began: Timestamp,
        ended: Timestamp, reason: String
    ) {
        self.session = session
        self.run = run
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.count = count
        self.began = began
        self.ended = ended
        self.reason = reason
    }
}
