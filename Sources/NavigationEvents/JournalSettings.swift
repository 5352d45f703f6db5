/// The limits and the folder of the journal of a bus.
public struct JournalSettings: Sendable, Hashable {
    /// Folder of the files in which the journal outlives the process of the bus: a folder of its own, created if the
    /// one above it exists. `nil` keeps the journal only in memory.
    public var folder: String?
    /// Maximum bytes of each of the bus's own sessions. The newest event of each topic is always kept.
    public var maxBytes: Int
    /// Maximum bytes of each session that is opened while the bus runs, without its route. At one fix a second they
    /// last half a minute.
    public var openedBytes = 48 * 1024
    /// The same in a fleet, whose receivers may have to find another server before they ask. At one fix a second, with detailed
    /// guidance and a compass, they last three quarters of a minute.
    public static let fleetOpenedBytes = 144 * 1024
    /// Seconds for which an event is kept, as long as there is room.
    public var seconds: Double
    /// Files of another key are not continued: a new run begins.
    public var resumeKey: String

    /// Makes settings. The defaults are one hour and 16 MiB, in memory.
    public init(
        folder: String? = nil, maxBytes: Int = 16 * 1024 * 1024, seconds: Double = 3600, resumeKey: String = ""
    ) {
        self.folder = folder
        self.maxBytes = maxBytes
        self.seconds = seconds
        self.resumeKey = resumeKey
    }
}
