public import NavigationEvents

/// Selects the events that a reader returns, and limits the memory that it uses.
public struct ReadingOptions: Sendable, Hashable {
    /// Only events published at this time or later; `nil`: all events.
    public var from: Timestamp?
    /// Only these topics.
    public var topics: Set<Topic>
    /// Only these sessions; `nil`: all sessions.
    public var sessions: Set<Session>?
    /// Maximum size of a chunk, compressed or not, in bytes.
    public var maxChunkBytes: Int

    /// Makes options; the defaults select everything, with chunks of at most 64 MiB.
    public init(
        from: Timestamp? = nil, topics: Set<Topic> = Set(Topic.allCases), sessions: Set<Session>? = nil,
        maxChunkBytes: Int = 64 * 1024 * 1024
    ) {
        self.from = from
        self.topics = topics
        self.sessions = sessions
        self.maxChunkBytes = maxChunkBytes
    }
}
