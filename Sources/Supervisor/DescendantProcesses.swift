import CPlatform
import EventBus
import Glibc
import Platform

/// A snapshot of the processes that descend from this one.
struct DescendantProcesses {
    private let all: [ProcessFacts]
    private let children: [Int32: [ProcessFacts]]

    init(_ all: [ProcessFacts] = ProcessFacts.all) {
        self.all = all
        children = Dictionary(grouping: all, by: \.parent)
    }

    /// Makes this process the parent of all descendants that lose theirs, in whichever session they are.
    static func adoptOrphans() { _ = navbus_adopt_orphans() }

    /// The processes of a session, except its first.
    func members(ofSession session: Int32) -> [ProcessFacts] {
        all.filter { $0.isRunning && $0.session == session && $0.processID != session }
    }

    /// The children that this process has not started itself, and their descendants.
    ///
    /// - Parameters:
    ///   - started: The children that it has started.
    ///   - isWanted: Which of the other children count.
    func orphans(started: Set<Int32>, where isWanted: (ProcessFacts) -> Bool) -> [ProcessFacts] {
        var found = children[getpid(), default: []].filter { !started.contains($0.processID) && isWanted($0) }
        var index = 0
        while index < found.count {
            found += children[found[index].processID, default: []]
            index += 1
        }
        return found.filter(\.isRunning)
    }

    /// Reaps ended children that this process has not started.
    static func reapOrphans(started: Set<Int32>) {
        for _ in 0..<maxReaped {
            var information = siginfo_t()
            guard waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0,
                information.si_signo == SIGCHLD
            else { return }
            let process = information._sifields._sigchld.si_pid
            // The supervisor waits for this one elsewhere.
            guard !started.contains(process) else { return }
            var status: Int32 = 0
            waitpid(process, &status, WNOHANG)
        }
    }

    private static let maxReaped = 1000
}
