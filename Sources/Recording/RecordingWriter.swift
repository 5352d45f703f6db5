public import NavigationEvents

/// Writes a recording: an MCAP file that other tools open, and beside it, while it is open, a tail.
///
/// An event that ``append(_:)`` accepted outlives the death of the process at once, and a power cut after the next
/// sync. The calls may come from any thread and never wait for a sync.
public final class RecordingWriter: Sendable {
    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - path: Where; it ends in `.mcap`, and nothing lies there yet. Recordings in parts get `-0001` before the end.
    ///   - metadata: What the recording says of itself, beside what it knows: `run`, `version`.
    ///   - onState: Hears of each change of the state, on the thread that noticed it: to be quick.
    /// - Throws: ``RecordingError`` if it cannot be begun.
    public init(
        path: String, settings: RecordingSettings = RecordingSettings(), metadata: [String: String] = [:],
        onState: @escaping @Sendable (RecordingState) -> Void = { _ in }
    ) throws(RecordingError) {
        throw .closed(path: path)
    }

    /// Records an event; it is encoded here.
    ///
    /// - Returns: Whether it was accepted. If not, it is counted and will stand in a ``RecordingGap``.
    @discardableResult
    public func append(_ envelope: Envelope) -> Bool { false }

    /// Records an event with the bytes it was published as.
    @discardableResult
    public func append(_ envelope: Envelope, wireBytes: [UInt8]) -> Bool { false }

    /// Records that events never arrived here.
    public func note(_ gap: RecordingGap) {}

    /// How the recording fares.
    public var status: RecordingStatus { RecordingStatus(state: .closed) }

    /// Waits until everything accepted so far outlives a power cut.
    public func sync() throws(RecordingError) {}

    /// Finishes the recording: afterwards it needs no tail. Safe to call twice.
    ///
    /// - Throws: ``RecordingError`` if the system refuses; then what is there is kept, for `navbus recover`.
    public func close() throws(RecordingError) {}
}
