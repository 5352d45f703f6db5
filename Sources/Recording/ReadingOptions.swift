public import NavigationEvents

/// What a reader is to hand out, and how much it may take.
public struct ReadingOptions: Sendable, Hashable {
    /// Only events published at this time or later; `nil`: all.
    public var from: Timestamp?
    /// Only these topics.
    public var topics: Set<Topic>
    /// Only these sessions; `nil`: all.
    public var sessions: Set<Session>?
    /// Bytes of a chunk at most, compressed or not.
    public var mostChunkBytes: Int

    /// Makes options: everything, chunks of at most 64 MiB.
    public init(
        from: Timestamp? = nil, topics: Set<Topic> = Set(Topic.allCases), sessions: Set<Session>? = nil,
        mostChunkBytes: Int = 64 * 1024 * 1024
    ) {
        self.from = from
        self.topics = topics
        self.sessions = sessions
        self.mostChunkBytes = mostChunkBytes
    }
}
