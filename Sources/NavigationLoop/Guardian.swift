import Glibc
import NavigationEvents
import Synchronization

/// Ends the controls when their launcher has died: none is ever left without anybody to end it.
final class Guardian: Sendable {
    /// How long the controls may take to end by themselves.
    static let patienceSeconds = 1.2

    private let wards = Mutex<[String: ProcessMark]>([:])

    /// Takes note of what the launcher says of a control.
    func note(_ status: ControlStatus) {
        let mark = ProcessMark(status.processID)
        // One that has ended may have left others in its group; they are its, until there is a new one.
        wards.withLock { if let mark { $0[status.control] = mark } }
    }

    /// Waits for the controls to end, asks those that have not by half of the time, and ends those that do not.
    ///
    /// The kernel has asked them already, when their launcher died: whoever is asked twice leaves out what takes time,
    /// such as to be silent in order.
    func endAll(patienceSeconds: Double = Guardian.patienceSeconds) {
        let marks = wards.withLock { Array($0.values) }
        let began = monotonicSeconds()
        waitFor(marks, until: began + patienceSeconds / 2)
        for mark in marks { mark.send(SIGTERM) }
        waitFor(marks, until: began + patienceSeconds)
        for mark in marks { mark.send(SIGKILL) }
    }

    private func waitFor(_ marks: [ProcessMark], until deadline: Double) {
        while monotonicSeconds() < deadline, marks.contains(where: \.isThere) { usleep(5000) }
    }
}
