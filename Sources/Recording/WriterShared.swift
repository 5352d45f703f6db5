import Platform
import Synchronization

/// The state that the callers of a writer share with its thread.
final class WriterShared: Sendable {
    let core: Mutex<WriterCore>
    let isEnded = Mutex(false)
    /// Locked during a sync, so that syncs do not overlap.
    private let syncing = Mutex(())
    private let disk: any Disk
    private let path: String
    let onState: @Sendable (RecordingState) -> Void

    init(_ core: WriterCore, _ disk: any Disk, onState: @escaping @Sendable (RecordingState) -> Void) {
        path = core.path
        self.core = Mutex(core)
        self.disk = disk
        self.onState = onState
    }

    func performDueWork(_ now: UInt64) {
        let (isSyncDue, announcements) = core.withLock { core in
            core.performDueWork(now)
            return (core.isSyncDue(now), core.takeAnnouncements())
        }
        for state in announcements { onState(state) }
        if isSyncDue { sync() }
    }

    /// Syncs all written files; the writer continues meanwhile.
    @discardableResult
    func sync() -> RecordingError? {
        syncing.withLock { _ in
            var failure: RecordingError?
            for work in core.withLock({ $0.takeWork() }) {
                let outcome = Result { () throws(RecordingError) in
                    try work.perform()
                    if work.isNew { try disk.syncFolder(of: path) }
                }
                if case .failure(let error) = outcome { failure = error }
                let announcements = core.withLock { core in
                    core.finished(work, outcome, now: MonotonicInstant.now.nanoseconds)
                    return core.takeAnnouncements()
                }
                for state in announcements { onState(state) }
            }
            return failure
        }
    }
}
