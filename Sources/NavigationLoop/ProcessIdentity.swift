import EventBus
import Glibc
import Platform

/// A process, identified by its id and its start time, since the kernel reuses process ids.
struct ProcessIdentity: Sendable, Hashable {
    /// The process id, which is also the id of its session and of its process group.
    let processID: Int32
    /// Start time in ticks since the machine started; `nil` if the process had already ended.
    private let startTicks: UInt64?

    /// Identifies a running process; `nil` for ids that do not denote a single other process.
    init?(_ processID: Int32) {
        guard processID > 1, processID != getpid() else { return nil }
        self.processID = processID
        startTicks = ProcessFacts(of: processID)?.startTicks
    }

    /// Whether a process belongs to the session or group of this process.
    ///
    /// The kernel does not reuse the id of a session or group that has members. If another process has the id now, its
    /// members are gone.
    ///
    /// - Parameter present: The process that has the id now; `nil` if there is none.
    func holds(_ process: ProcessFacts, present: ProcessFacts?) -> Bool {
        guard process.session == processID || process.group == processID else { return false }
        return present.map { $0.startTicks == startTicks } ?? true
    }
}
