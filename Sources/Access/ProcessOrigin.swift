import Glibc
package import Platform

/// The origin of a process of this machine, as far as its rights depend on it.
package enum ProcessOrigin: Sendable, Hashable {
    /// It does not descend from the launcher of the bus, or the bus has none.
    case outside
    /// It descends from the launcher, and was in this session when it connected; `nil` if the first process of the
    /// session has ended or cannot be seen.
    case launched(ProcessSession?)
}

/// A session of the kernel. A process can begin a session, but never join another one.
package struct ProcessSession: Sendable, Hashable {
    /// The number of the process that began it.
    package var id: Int32
    /// Time of the start of that process, since its number may be reused.
    package var startTicks: UInt64
}

/// The table of processes, for the origin of each.
package protocol ProcessTable: Sendable {
    /// The facts of a process; `nil` if it does not exist or is hidden.
    func facts(of process: Int32) -> ProcessFacts?
    /// Whether a process of another user exists that `/proc` hides (`hidepid`).
    func isHidden(_ process: Int32) -> Bool
    /// Whether the launcher of this bus still runs.
    func isRunning(launcher: Int32) -> Bool
}

/// The processes of this machine.
package struct KernelProcessTable: ProcessTable {
    /// Makes the table.
    package init() {}

    package func facts(of process: Int32) -> ProcessFacts? { ProcessFacts(of: process) }

    package func isHidden(_ process: Int32) -> Bool {
        // It exists, and this user may not signal it.
        kill(process, 0) != 0 && errno == EPERM && facts(of: process) == nil
    }

    package func isRunning(launcher: Int32) -> Bool { launcher == getpid() || launcher == getppid() }
}

extension ProcessTable {
    /// The origin of a process; `nil` if it has ended, or if the origin is unknown because the launcher has ended.
    ///
    /// The launcher adopts the orphans among its descendants, so that they stay its descendants when a parent dies.
    func origin(of process: Int32, launcher: Int32) -> ProcessOrigin? {
        // The process is in a namespace that cannot be seen: it is no descendant of the launcher.
        guard process > 0 else { return .outside }
        for _ in 0..<8 {
            guard let facts = facts(of: process), facts.isRunning else { return isHidden(process) ? .outside : nil }
            switch descends(facts, from: launcher) {
            case true?: return .launched(session(facts.session))
            // While the launcher runs, its descendants keep it as their ancestor.
            case false?: return isRunning(launcher: launcher) ? .outside : nil
            case nil: continue
            }
        }
        // The ancestors change too quickly for an answer.
        return .launched(nil)
    }

    /// A session whose first process still runs.
    func session(_ id: Int32) -> ProcessSession? {
        facts(of: id).flatMap { $0.isRunning ? ProcessSession(id: id, startTicks: $0.startTicks) : nil }
    }

    /// Whether a process descends from another one; `nil` if a parent was replaced meanwhile.
    private func descends(_ process: ProcessFacts, from ancestor: Int32) -> Bool? {
        var current = process
        while current.processID != ancestor {
            if current.parent == ancestor { return true }
            guard current.parent > 0 else { return false }
            guard let parent = facts(of: current.parent) else { return isHidden(current.parent) ? false : nil }
            // The number may have been reused between the two reads.
            guard facts(of: current.processID)?.parent == parent.processID else { return nil }
            current = parent
        }
        return false
    }
}
