/// How much of its past a bus keeps, and where.
public struct JournalSettings: Sendable, Hashable {
    /// Folder of the journal's files, where it outlives the process of the bus: one of its own, which is made if the
    /// folder above it is there. `nil` keeps the journal in memory alone.
    public var folder: String?
    /// Bytes kept of each of the bus's own sessions at most; the newest event of each topic is always kept.
    public var mostBytes: Int
    /// The same for each session that is opened while the bus runs, its route not included. At one fix a second it is
    /// enough for half a minute.
    public var openedBytes = 48 * 1024
    /// Seconds for which an event is kept at least, while there is room.
    public var seconds: Double
    /// Files left behind under another key are not continued: a new run begins.
    public var resumeKey: String

    /// Makes settings: an hour, at most 16 MiB, in memory.
    public init(
        folder: String? = nil, mostBytes: Int = 16 * 1024 * 1024, seconds: Double = 3600, resumeKey: String = ""
    ) {
        self.folder = folder
        self.mostBytes = mostBytes
        self.seconds = seconds
        self.resumeKey = resumeKey
    }
}
