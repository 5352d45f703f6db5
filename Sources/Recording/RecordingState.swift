/// How a recording fares.
public enum RecordingState: Sendable, Hashable {
    /// Every event is accepted.
    case recording
    /// The system refuses. Events are counted, or wait in memory; it is tried again by itself.
    case failing(RecordingError)
    /// It is closed.
    case closed
}

/// What a writer says of itself.
public struct RecordingStatus: Sendable, Hashable {
    /// How it fares.
    public var state: RecordingState
    /// Its files so far; the last one is being written.
    public var paths: [String]
    /// Events accepted: they outlive the recorder from that moment, unless somebody removes or cuts their file.
    public var eventsAccepted: UInt64
    /// Events that could not be accepted, or that were lost with a file that somebody removed or cut; they stand in a
    /// ``RecordingGap``.
    public var eventsRefused: UInt64
    /// Bytes of the finished chunks, over all parts.
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
