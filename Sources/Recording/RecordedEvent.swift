public import EventCodec
public import NavigationEvents

/// An event of a recording: the bytes as they were published, and what is known without decoding them.
public struct RecordedEvent: Sendable, Hashable {
    /// Its topic.
    public var topic: Topic
    /// Its session.
    public var session: Session
    /// When it was published, as the recording says.
    public var logTime: Timestamp
    /// The bytes of the `Envelope`, exactly as published.
    public var bytes: [UInt8]

    /// Makes an event.
    public init(topic: Topic, session: Session, logTime: Timestamp, bytes: [UInt8]) {
        self.topic = topic
        self.session = session
        self.logTime = logTime
        self.bytes = bytes
    }

    /// The decoded event.
    ///
    /// - Throws: ``WireError`` if the bytes are no envelope, or hold an event of a later version.
    public func envelope() throws(WireError) -> Envelope { try Envelope(wireBytes: bytes) }
}
