/// The present state of a session for a late joiner, sent in-band so that the first live event continues it.
public struct Snapshot: Sendable, Hashable {
    /// The run of the bus that sent it: ``Envelope/run``.
    public var run: UInt64
    /// The session.
    public var session: Session
    /// ``Envelope/sequence`` of the last event that it covers; live events with a higher number follow it.
    public var sequence: UInt64
    /// ``Envelope/topicSequence`` of the last event of each topic; a topic without events is absent.
    public var topicSequences: [Topic: UInt64]
    /// The latest navigationStarted and navigation while a navigation is active, the latest gps, and the latest command
    /// without its action, in order of sequence.
    public var latest: [Envelope]
    /// The process of the bus; another process of the same run is a restarted bus. 0 if unknown.
    public var processID: Int32

    /// Makes a snapshot.
    public init(
        run: UInt64, session: Session, sequence: UInt64, topicSequences: [Topic: UInt64], latest: [Envelope],
        processID: Int32 = 0
    ) {
        self.run = run
        self.session = session
        self.sequence = sequence
        self.topicSequences = topicSequences
        self.latest = latest
        self.processID = processID
    }
}
