public import NavigationEvents

/// Missing events of a recording, counted exactly: a message of the channel `navbus/gap`.
public struct RecordingGap: Sendable, Hashable {
    /// The session of the events.
    public var session: Session
    /// The run of the bus that published them.
    public var run: UInt64
    /// ``Envelope/sequence`` of the first missing event; 0 if unknown.
    public var firstSequence: UInt64
    /// ``Envelope/sequence`` of the last missing event; 0 if unknown.
    public var lastSequence: UInt64
    /// Number of missing events.
    public var count: UInt64
    /// Time of publishing of the first missing event.
    public var began: Timestamp
    /// Time of publishing of the last missing event.
    public var ended: Timestamp
    /// The reason, for people.
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
