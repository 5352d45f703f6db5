/// How a recording is written.
public struct RecordingSettings: Sendable, Hashable {
    /// How chunks are stored.
    public enum Compression: Sendable, Hashable {
        /// As they are.
        case none
        /// By zstd, at one of its levels: 1 (quick) to 19 (small).
        case zstd(level: Int)
    }

    /// How chunks are stored.
    public var compression: Compression
    /// Bytes of messages, before compression, at which a chunk is finished.
    public var chunkBytes: Int
    /// Seconds after which a chunk is finished, however small.
    public var chunkSeconds: Double
    /// Seconds from an accepted event to the beginning of the sync that makes it outlive a power cut.
    public var syncSeconds: Double
    /// Seconds between two tries while the disk refuses.
    public var retrySeconds: Double
    /// Bytes of finished chunks at which a part is finished and the next one begun; `nil`: never. The file is larger by
    /// its beginning and its summary.
    public var partBytes: Int?
    /// Seconds after which a part is finished and the next one begun; `nil`: never.
    public var partSeconds: Double?
    /// Number of the first part: above 1 for a recording that goes on after earlier parts. Its name has the number.
    public var firstPart: Int
    /// Bytes of messages kept in memory while the disk refuses chunks, or one sync after the other: when there are more,
    /// events are refused.
    public var mostWaitingBytes: Int

    /// Makes settings: zstd at level 3, chunks of 512 KiB or 5 seconds, a sync every 50 ms, one part.
    public init(
        compression: Compression = .zstd(level: 3),
        chunkBytes: Int = 512 * 1024,
        chunkSeconds: Double = 5,
        syncSeconds: Double = 0.05,
        retrySeconds: Double = 0.5,
        partBytes: Int? = nil,
        partSeconds: Double? = nil,
        firstPart: Int = 1,
        mostWaitingBytes: Int = 16 * 1024 * 1024
    ) {
        self.compression = compression
        self.chunkBytes = chunkBytes
        self.chunkSeconds = chunkSeconds
        self.syncSeconds = syncSeconds
        self.retrySeconds = retrySeconds
        self.partBytes = partBytes
        self.partSeconds = partSeconds
        self.firstPart = max(firstPart, 1)
        self.mostWaitingBytes = mostWaitingBytes
    }

    /// Whether the recording is cut into parts by itself: then also the first one has a number in its name.
    public var isInParts: Bool { partBytes != nil || partSeconds != nil }
}
