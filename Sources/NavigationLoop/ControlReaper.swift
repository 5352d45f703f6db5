import EventBus
import Glibc
import NavigationEvents
import Platform
import Synchronization

/// Ends the controls after their launcher has died, together with the processes that they started, as far as these can
/// be identified.
final class ControlReaper: Sendable {
    /// Seconds that the controls have to end by themselves.
    static let timeoutSeconds = 1.2

    private let controls = Mutex<[String: ProcessIdentity]>([:])
    /// The value that the launcher puts into the environment of all its processes; `nil` if there is none.
    private let launcherMark: String?

    /// - Parameter origin: The variable ``ProcessFacts/originVariable`` of this process.
    init(origin: String? = getenv(ProcessFacts.originVariable).map { String(cString: $0) }) {
        launcherMark = origin.flatMap { origin in origin.firstIndex(of: "/").map { String(origin[...$0]) } }
    }

    /// Records the state of a control, as the launcher reports it.
    func note(_ status: ControlStatus) {
        let mark = ProcessIdentity(status.processID)
        // An ended control may have left processes in its session; they belong to it until a new one starts.
        controls.withLock { if let mark { $0[status.control] = mark } }
    }

    /// Waits for the controls to end, sends SIGTERM to the others at half of the time, and kills those that remain.
    ///
    /// The kernel has already sent them SIGTERM when their launcher died: at the second one, a control skips slow steps
    /// such as a graceful end of speech.
    func endAll(timeoutSeconds: Double = ControlReaper.timeoutSeconds) {
        let marks = controls.withLock { Array($0.values) }
        let began = MonotonicInstant.now.seconds
        waitFor(marks, until: began + timeoutSeconds / 2)
        for process in remaining(marks) { kill(process, SIGTERM) }
        waitFor(marks, until: began + timeoutSeconds)
        // A killed process may just have started another one.
        for _ in 0..<Self.maxRounds {
            let processes = remaining(marks)
            if processes.isEmpty { return }
            for process in processes { kill(process, SIGKILL) }
            usleep(Self.roundMicroseconds)
        }
    }

    private static let maxRounds = 50
    private static let roundMicroseconds: UInt32 = 10_000

    private func waitFor(_ marks: [ProcessIdentity], until deadline: Double) {
        while MonotonicInstant.now.seconds < deadline, !remaining(marks).isEmpty { usleep(Self.roundMicroseconds) }
    }

    /// The running processes of the controls, and those with the mark of the launcher.
    private func remaining(_ marks: [ProcessIdentity]) -> [Int32] {
        let all = ProcessFacts.all
        let present = Dictionary(all.map { ($0.processID, $0) }) { first, _ in first }
        return all.filter { process in
            guard process.isRunning, process.processID != getpid() else { return false }
            return marks.contains { $0.holds(process, present: present[$0.processID]) } || isMarked(process)
        }.map(\.processID)
    }

    private func isMarked(_ process: ProcessFacts) -> Bool {
        guard let launcherMark else { return false }
        return process.variable(ProcessFacts.originVariable)?.hasPrefix(launcherMark) == true
    }
}
