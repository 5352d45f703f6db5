import EventCodec
public import NavigationEvents
import Platform
import Synchronization

/// Writes a recording: an MCAP file that other tools can open and, while it is being written, a tail.
///
/// An event that ``append(_:)`` accepted survives the death of the process immediately, and a power cut after the next
/// sync. All methods may be called from any thread and never wait for a sync, except ``sync()`` and ``close()``. The
/// signal SIGXFSZ is ignored from then on.
public final class RecordingWriter: Sendable {
    private let shared: WriterShared
    private let thread: WriterThread

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - path: Path of the file; it ends in `.mcap` and must not exist. In a recording of several parts, `-0001` is
    ///     added before the extension.
    ///   - settings: The settings of the recording.
    ///   - metadata: Entries for the metadata, such as `run` and `version`.
    ///   - onState: Called after each change of the state, on the thread that noticed it or on that of the writer. It
    ///     must return quickly and not call the writer, which waits for it.
    /// - Throws: ``RecordingError`` if the file cannot be created.
    public convenience init(
        path: String, settings: RecordingSettings = RecordingSettings(), metadata: [String: String] = [:],
        onState: @escaping @Sendable (RecordingState) -> Void = { _ in }
    ) throws(RecordingError) {
        try self.init(path: path, settings: settings, metadata: metadata, disk: SystemDisk(), onState: onState)
    }

    init(
        path: String, settings: RecordingSettings, metadata: [String: String] = [:], disk: any Disk,
        onState: @escaping @Sendable (RecordingState) -> Void = { _ in }
    ) throws(RecordingError) {
        let core = try WriterCore(
            path: path, settings: settings, metadata: metadata, disk: disk, now: MonotonicInstant.now.nanoseconds)
        let shared = WriterShared(core, disk, onState: onState)
        self.shared = shared
        do {
            thread = try WriterThread {
                if shared.isEnded.withLock({ $0 }) { return .over }
                let now = MonotonicInstant.now.nanoseconds
                shared.performDueWork(now)
                return .at(shared.core.withLock { $0.nextDeadline() })
            }
        } catch {
            core.part?.remove()
            throw error
        }
        thread.wake()
    }

    /// Without ``close()`` the file stays truncated, and is complete together with its tail.
    deinit { endThread() }

    /// Encodes and records an event.
    ///
    /// - Returns: Whether it was accepted. If not, it is counted and noted in a ``RecordingGap``.
    @discardableResult
    public func append(_ envelope: Envelope) -> Bool { append(envelope, wireBytes: envelope.wireBytes()) }

    /// Records an event with its bytes as published.
    ///
    /// - Returns: Whether it was accepted. If not, it is counted and noted in a ``RecordingGap``.
    @discardableResult
    public func append(_ envelope: Envelope, wireBytes: [UInt8]) -> Bool {
        change { $0.append(envelope, wireBytes, now: $1) }
    }

    /// Records a gap: events that never arrived.
    public func note(_ gap: RecordingGap) {
        change { $0.note(gap, now: $1) }
    }

    /// The status of the recording.
    public var status: RecordingStatus { shared.core.withLock { $0.status } }

    /// Waits until all events accepted so far are synced to the disk.
    ///
    /// - Throws: ``RecordingError`` if that fails; the writer tries again by itself.
    public func sync() throws(RecordingError) {
        // A failed write is tried again at its time.
        defer { thread.wake() }
        // After a failed sync the events go to another file, which has to be synced too.
        if shared.sync() != nil, let failure = shared.sync() { throw failure }
        if case .failing(let error) = status.state { throw error }
    }

    /// Finishes the recording; afterwards it needs no tail. Safe to call twice.
    ///
    /// - Throws: ``RecordingError`` if that fails; the files are then kept for `navbus recover`. Also if events are
    ///   lost, because another program removed or truncated a file during the recording; the rest is finished.
    public func close() throws(RecordingError) {
        endThread()
        let outcome = shared.core.withLock { core in
            Result { () throws(RecordingError) in try core.close(MonotonicInstant.now.nanoseconds) }
        }
        let failure = shared.sync()
        try outcome.get()
        if let failure { throw failure }
        if let loss = shared.core.withLock({ $0.loss }) { throw loss }
    }

    private func endThread() {
        let isFirst = shared.isEnded.withLock { isEnded in
            defer { isEnded = true }
            return !isEnded
        }
        if isFirst { thread.join() }
    }

    private func change<Answer: Sendable>(_ body: @Sendable (inout WriterCore, UInt64) -> Answer) -> Answer {
        let now = MonotonicInstant.now.nanoseconds
        let (answer, isEarlier, announcements) = shared.core.withLock { core in
            let before = core.nextDeadline()
            let answer = body(&core, now)
            let after = core.nextDeadline()
            let isEarlier = after.map { after in before.map { after < $0 } ?? true } ?? false
            return (answer, isEarlier, core.takeAnnouncements())
        }
        if isEarlier { thread.wake() }
        for state in announcements { shared.onState(state) }
        return answer
    }
}
