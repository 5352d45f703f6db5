public import EventCodec
public import NavigationEvents

/// An event of a recording: its bytes as published, and the properties that need no decoding.
public struct RecordedEvent: Sendable, Hashable {
    /// The topic.
    public var topic: Topic
    /// The session.
    public var session: Session
    /// Time of publishing, from the recording.
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
    /// - Throws: ``WireError`` if the bytes are not an envelope, or contain an event of a later version.
    public func envelope() throws(WireError) -> Envelope { try Envelope(wireBytes: bytes) }
}
