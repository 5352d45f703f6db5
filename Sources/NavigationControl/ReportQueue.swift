import EventBus
import NavigationEvents
import Synchronization

/// Reports on their way from any thread to the main one, which talks to the bus.
final class ReportQueue: Sendable {
    private let reports = Mutex<[ControlReport]>([])
    private let wakeUp: BusWakeUp

    init(waking wakeUp: BusWakeUp) { self.wakeUp = wakeUp }

    /// Adds a report, from any thread, and wakes the main one.
    func add(_ report: ControlReport) {
        reports.withLock { $0.append(report) }
        wakeUp.wake()
    }

    /// Takes all reports out, oldest first.
    func takeAll() -> [ControlReport] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }
}
