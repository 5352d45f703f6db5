/// A range of events of one topic that a subscriber has missed.
public struct MissedEvents: Sendable, Hashable {
    /// The session.
    public var session: Session
    /// The topic with the gap.
    public var topic: Topic
    /// First missing ``Envelope/topicSequence``; 0: the oldest in the journal.
    public var first: UInt64
    /// Last missing ``Envelope/topicSequence``, at least `first`.
    public var last: UInt64

    /// Makes a range.
    public init(session: Session, topic: Topic, first: UInt64, last: UInt64) {
        self.session = session
        self.topic = topic
        self.first = first
        self.last = last
    }
}
