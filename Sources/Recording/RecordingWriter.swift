import EventCodec
public import NavigationEvents
import Platform
import Synchronization

/// Writes a recording: an MCAP file that other tools open, and beside it, while it is open, a tail.
///
/// An event that ``append(_:)`` accepted outlives the death of the process at once, and a power cut after the next
/// sync. The calls may come from any thread and never wait for a sync. The signal SIGXFSZ is ignored from then on.
public final class RecordingWriter: Sendable {
    private let shared: WriterShared
    private let thread: WriterThread

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - path: Where; it ends in `.mcap`, and nothing lies there yet. Recordings in parts get `-0001` before the end.
    ///   - settings: How it is written.
    ///   - metadata: What the recording says of itself, beside what it knows: `run`, `version`.
    ///   - onState: Hears of each change of the state, on the thread that noticed it or on the writer's: to be quick, and
    ///     not to ask anything of the writer, which waits for it.
    /// - Throws: ``RecordingError`` if it cannot be begun.
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
                if shared.isOver.withLock({ $0 }) { return .over }
                let now = MonotonicInstant.now.nanoseconds
                shared.doWhatIsDue(now)
                return .at(shared.core.withLock { $0.nextDeadline() })
            }
        } catch {
            core.part?.remove()
            throw error
        }
        thread.wake()
    }

    /// Without ``close()`` the files stay as they are: cut, and whole together with their tail.
    deinit { endThread() }

    /// Records an event; it is encoded here.
    ///
    /// - Returns: Whether it was accepted. If not, it is counted and will stand in a ``RecordingGap``.
    @discardableResult
    public func append(_ envelope: Envelope) -> Bool { append(envelope, wireBytes: envelope.wireBytes()) }

    /// Records an event with the bytes it was published as.
    ///
    /// - Returns: Whether it was accepted. If not, it is counted and will stand in a ``RecordingGap``.
    @discardableResult
    public func append(_ envelope: Envelope, wireBytes: [UInt8]) -> Bool {
        change { $0.append(envelope, wireBytes, now: $1) }
    }

    /// Records that events never arrived here.
    public func note(_ gap: RecordingGap) {
        change { $0.note(gap, now: $1) }
    }

    /// How the recording fares.
    public var status: RecordingStatus { shared.core.withLock { $0.status } }

    /// Waits until everything accepted so far outlives a power cut.
    ///
    /// - Throws: ``RecordingError`` if the system refuses; it is tried again by itself.
    public func sync() throws(RecordingError) {
        // What is refused here is to be tried again in its time.
        defer { thread.wake() }
        // What a file refuses goes into another one, which is to be synced in its turn.
        if shared.sync() != nil, let failure = shared.sync() { throw failure }
        if case .failing(let error) = status.state { throw error }
    }

    /// Finishes the recording: afterwards it needs no tail. Safe to call twice.
    ///
    /// - Throws: ``RecordingError`` if the system refuses; then what is there is kept, for `navbus recover`. Also if
    ///   somebody removed or cut a file while it was recorded to, and events are lost with it; the rest is finished.
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
        let isFirst = shared.isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
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
