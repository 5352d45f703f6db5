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

/// Reads the events of a recording in the order of publishing: whole files, cut ones, and what their tails hold.
public struct RecordingReader: ~Copyable {
    /// Opens a recording.
    ///
    /// - Parameter paths: Its parts in order (``parts(of:)`` finds them), or one file.
    /// - Throws: ``RecordingError`` if one cannot be read or is no MCAP file.
    public init(_ paths: [String], options: ReadingOptions = ReadingOptions()) throws(RecordingError) {
        throw .closed(path: paths.first ?? "")
    }

    /// All parts of the recording that a file is a part of, in order: of `drive-0002.mcap` also `drive-0001.mcap`;
    /// of `drive.mcap` those that were begun after a failed sync. A path of no part is returned as it is.
    public static func parts(of path: String) -> [String] { [path] }

    /// The next event; `nil` at the end.
    ///
    /// - Throws: ``RecordingError`` at a place that is damaged, or more than is taken. The reader then stands behind
    ///   it: who calls again goes on with what is readable.
    public mutating func next() throws(RecordingError) -> RecordedEvent? { nil }

    /// Gaps read so far: the recorder's own word on what it could not write.
    public var gaps: [RecordingGap] { [] }
    /// Messages passed over so far, by the name of their channel: they are not events of navbus.
    public var passedOver: [String: UInt64] { [:] }
    /// Bytes read so far that belong to no whole record: the cut end of a file or of a tail.
    public var tornBytes: Int { 0 }
    /// What the recorder wrote about itself, by part.
    public var metadata: [[String: String]] { [] }
}
