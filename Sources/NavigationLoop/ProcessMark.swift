import EventBus
import Glibc

/// A process by more than its number, which the kernel gives to another one later: also by its start.
struct ProcessMark: Sendable, Hashable {
    /// Its number, which is that of its session and of its process group, too.
    let processID: Int32
    /// When it started, in ticks since the machine did; `nil` if it was gone already.
    private let startTicks: UInt64?

    /// Takes note of a running process; `nil` for numbers that stand for no single process of others.
    init?(_ processID: Int32) {
        guard processID > 1, processID != getpid() else { return nil }
        self.processID = processID
        startTicks = ProcessFacts(of: processID)?.startTicks
    }

    /// Whether a process belongs to its session or group.
    ///
    /// The kernel gives no new process the number of a session or group that has members. So where another process has
    /// the number now, they are gone.
    ///
    /// - Parameter present: The process that has the number now; `nil` if none has.
    func holds(_ process: ProcessFacts, present: ProcessFacts?) -> Bool {
        guard process.session == processID || process.group == processID else { return false }
        return present.map { $0.startTicks == startTicks } ?? true
    }
}
