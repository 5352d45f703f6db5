/// The settings of a recording.
public struct RecordingSettings: Sendable, Hashable {
    /// The compression of chunks.
    public enum Compression: Sendable, Hashable {
        /// No compression.
        case none
        /// Compression by zstd with a level from 1 (fast) to 19 (small).
        case zstd(level: Int)
    }

    /// The compression of chunks.
    public var compression: Compression
    /// Size of the uncompressed messages at which a chunk is finished, in bytes.
    public var chunkBytes: Int
    /// Maximum age of a chunk, seconds.
    public var chunkSeconds: Double
    /// Maximum time from an accepted event to the beginning of its sync, seconds.
    public var syncSeconds: Double
    /// Time between attempts while the disk fails, seconds.
    public var retrySeconds: Double
    /// Size of the finished chunks at which the next part begins, in bytes; `nil`: no limit. The file is larger by its
    /// beginning and its summary.
    public var partBytes: Int?
    /// Maximum duration of a part, seconds; `nil`: no limit.
    public var partSeconds: Double?
    /// Number of the first part; above 1 for a recording that continues earlier parts. The file name contains it.
    public var firstPart: Int
    /// Maximum size of messages in memory while the disk fails or syncs, in bytes. Above it, events are refused.
    public var maxWaitingBytes: Int

    /// Makes settings; the defaults are zstd at level 3, chunks of 512 KiB or 5 seconds, a sync every 50 ms, one part.
    public init(
        compression: Compression = .zstd(level: 3),
        chunkBytes: Int = 512 * 1024,
        chunkSeconds: Double = 5,
        syncSeconds: Double = 0.05,
        retrySeconds: Double = 0.5,
        partBytes: Int? = nil,
        partSeconds: Double? = nil,
        firstPart: Int = 1,
        maxWaitingBytes: Int = 16 * 1024 * 1024
    ) {
        self.compression = compression
        self.chunkBytes = chunkBytes
        self.chunkSeconds = chunkSeconds
        self.syncSeconds = syncSeconds
        self.retrySeconds = retrySeconds
        self.partBytes = partBytes
        self.partSeconds = partSeconds
        self.firstPart = max(firstPart, 1)
        self.maxWaitingBytes = maxWaitingBytes
    }

    /// Whether the recording is split into parts, so that also the first part has a number in its name.
    public var isInParts: Bool { partBytes != nil || partSeconds != nil }
}
