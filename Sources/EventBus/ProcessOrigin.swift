/// Where a process of this machine comes from, as far as rights depend on it.
enum ProcessOrigin: Sendable, Hashable {
    /// It does not descend from the launcher of the bus, or the bus has none.
    case outside
    /// It descends from the launcher, and was in this session when it connected; `nil` if that has lost its first
    /// process, or cannot be seen.
    case launched(ProcessSession?)
}

/// A session of the kernel. A process can begin a session, and never join one.
struct ProcessSession: Sendable, Hashable {
    /// The number of the process that began it.
    var id: Int32
    /// When that process started: the number may be another process's later.
    var startTicks: UInt64
}

/// Finds out where processes come from.
protocol ProcessTable: Sendable {
    /// What is known of a process; `nil` if there is none, or if it is hidden.
    func facts(of process: Int32) -> ProcessFacts?
    /// Whether there is such a process of another user that `/proc` hides (`hidepid`).
    func isHidden(_ process: Int32) -> Bool
    /// Whether the launcher of this bus still is its launcher.
    func isRunning(launcher: Int32) -> Bool
}

/// The processes of this machine.
struct KernelProcessTable: ProcessTable {
    func facts(of process: Int32) -> ProcessFacts? { ProcessFacts(of: process) }

    func isHidden(_ process: Int32) -> Bool { isOfAnotherUser(process) && facts(of: process) == nil }

    func isRunning(launcher: Int32) -> Bool { launcher == currentProcessID() || launcher == parentProcessID() }
}

extension ProcessTable {
    /// Where a process comes from; `nil` if it has ended, or if that cannot be told any more since the launcher has.
    ///
    /// The launcher adopts the orphans among its descendants, so that they descend from it whoever has died.
    func origin(of process: Int32, launcher: Int32) -> ProcessOrigin? {
        // The number of a process outside all namespaces that are seen from here: it descends from nobody here.
        guard process > 0 else { return .outside }
        for _ in 0..<8 {
            guard let facts = facts(of: process), facts.isRunning else { return isHidden(process) ? .outside : nil }
            switch descends(facts, from: launcher) {
            case true?: return .launched(session(facts.session))
            // As long as the launcher is there, no descendant of it has got another ancestor.
            case false?: return isRunning(launcher: launcher) ? .outside : nil
            case nil: continue
            }
        }
        // Its ancestors change too quickly to be counted on.
        return .launched(nil)
    }

    /// A session whose first process is still there.
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
            // Its number may have become another's between the two looks.
            guard facts(of: current.processID)?.parent == parent.processID else { return nil }
            current = parent
        }
        return false
    }
}
