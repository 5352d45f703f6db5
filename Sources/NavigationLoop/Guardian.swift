import Glibc
import NavigationEvents
import Synchronization

/// Ends the controls when their launcher has died: none is ever left without anybody to end it.
final class Guardian: Sendable {
    /// How long a control may take to end by itself.
    static let patienceSeconds = 1.5

    private let wards = Mutex<[String: ProcessMark]>([:])

    /// Takes note of what the launcher says of a control.
    func note(_ status: ControlStatus) {
        let mark = ProcessMark(status.processID)
        // One that has ended may have left others in its group; they are its, until there is a new one.
        wards.withLock { if let mark { $0[status.control] = mark } }
    }

    /// Asks all controls to end, waits, and ends those that have not.
    func endAll(patienceSeconds: Double = Guardian.patienceSeconds) {
        let marks = wards.withLock { Array($0.values) }
        for mark in marks { mark.send(SIGTERM) }
        let deadline = monotonicSeconds() + patienceSeconds
        while monotonicSeconds() < deadline, marks.contains(where: \.isThere) { usleep(5000) }
        for mark in marks { mark.send(SIGKILL) }
    }
}
