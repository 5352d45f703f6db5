import EventBus
import Glibc
import NavigationEvents
import Platform
import Synchronization

/// Ends the controls when their launcher has died: none is ever left without anybody to end it, nor what one has
/// started, as far as it still says where it comes from.
final class Guardian: Sendable {
    /// How long the controls may take to end by themselves.
    static let patienceSeconds = 1.2

    private let controls = Mutex<[String: ProcessMark]>([:])
    /// What the launcher has put into the environment of all that it has started; `nil` if it has not.
    private let launcherMark: String?

    /// - Parameter origin: The variable ``ProcessFacts/originVariable`` of this process.
    init(origin: String? = getenv(ProcessFacts.originVariable).map { String(cString: $0) }) {
        launcherMark = origin.flatMap { origin in origin.firstIndex(of: "/").map { String(origin[...$0]) } }
    }

    /// Takes note of what the launcher says of a control.
    func note(_ status: ControlStatus) {
        let mark = ProcessMark(status.processID)
        // One that has ended may have left others in its session; they are its, until there is a new one.
        controls.withLock { if let mark { $0[status.control] = mark } }
    }

    /// Waits for the controls to end, asks those that have not by half of the time, and ends those that do not.
    ///
    /// The kernel has asked them already, when their launcher died: whoever is asked twice leaves out what takes time,
    /// such as to be silent in order.
    func endAll(patienceSeconds: Double = Guardian.patienceSeconds) {
        let marks = controls.withLock { Array($0.values) }
        let began = MonotonicInstant.now.seconds
        waitFor(marks, until: began + patienceSeconds / 2)
        for process in remaining(marks) { kill(process, SIGTERM) }
        waitFor(marks, until: began + patienceSeconds)
        // What is killed may just have started another one.
        for _ in 0..<Self.maxRounds {
            let processes = remaining(marks)
            if processes.isEmpty { return }
            for process in processes { kill(process, SIGKILL) }
            usleep(Self.roundMicroseconds)
        }
    }

    private static let maxRounds = 50
    private static let roundMicroseconds: UInt32 = 10_000

    private func waitFor(_ marks: [ProcessMark], until deadline: Double) {
        while MonotonicInstant.now.seconds < deadline, !remaining(marks).isEmpty { usleep(Self.roundMicroseconds) }
    }

    /// The processes of the controls, and what says that the launcher has started it.
    private func remaining(_ marks: [ProcessMark]) -> [Int32] {
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
