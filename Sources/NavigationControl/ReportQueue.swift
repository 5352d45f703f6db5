import EventBus
import NavigationEvents
import Synchronization

/// Queues the reports of all threads for the main thread, which is connected to the bus.
final class ReportQueue: Sendable {
    private let reports = Mutex<[ControlReport]>([])
    private let wakeUp: BusWakeUp

    init(waking wakeUp: BusWakeUp) { self.wakeUp = wakeUp }

    /// Adds a report, from any thread, and wakes the main thread.
    func add(_ report: ControlReport) {
        reports.withLock { $0.append(report) }
        wakeUp.wake()
    }

    /// Removes and returns all reports, oldest first.
    func takeAll() -> [ControlReport] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }
}
