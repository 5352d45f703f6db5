/// The state of a recording.
public enum RecordingState: Sendable, Hashable {
    /// Every event is accepted.
    case recording
    /// The system refuses writes or syncs. Events are counted or wait in memory, and the writer tries again by
    /// itself.
    case failing(RecordingError)
    /// It is closed.
    case closed
}

/// The status of a writer.
public struct RecordingStatus: Sendable, Hashable {
    /// The state of the recording.
    public var state: RecordingState
    /// The files so far; the last one is being written.
    public var paths: [String]
    /// Number of accepted events. They survive the process, unless another program removes or truncates their file.
    public var eventsAccepted: UInt64
    /// Number of events that were refused, or lost with a file that another program removed or truncated. They are
    /// noted in a ``RecordingGap``.
    public var eventsRefused: UInt64
    /// Size of the finished chunks of all parts, in bytes.
    public var bytesWritten: Int

    /// Makes a status.
    public init(
        state: RecordingState, paths: [String] = [], eventsAccepted: UInt64 = 0, eventsRefused: UInt64 = 0,
        bytesWritten: Int = 0
    ) {
        self.state = state
        self.paths = paths
        self.eventsAccepted = eventsAccepted
        self.eventsRefused = eventsRefused
        self.bytesWritten = bytesWritten
    }
}
