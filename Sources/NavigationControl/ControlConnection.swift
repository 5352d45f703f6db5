import EventBus
import Glibc
import NavigationEvents

/// The connection of a control to the bus.
struct ControlConnection {
    let id: String
    /// Whether the process is an observer without a name; see ``ControlProcess/Joining/asObserver``.
    let isObserver: Bool
    /// Whether the key of the control allows the topic onControl.
    let receivesReports: Bool
    let client: BusClient
    let reports: ReportQueue
    let context: ControlContext

    var reporter: Reporter { context.reporter }

    func sendReports() throws {
        for report in reports.takeAll() { try client.report(report, session: context.session) }
    }

    func sendHeartbeat(_ heartbeat: Heartbeat) throws {
        guard !isObserver else { return }
        let counters = client.counters
        try client.sendHeartbeat(
            ControlVitals(
                control: id, processID: getpid(), delivered: heartbeat.delivered, gaps: counters.gaps,
                repaired: counters.repaired, missed: counters.missed, malformed: counters.malformed,
                unsentReports: counters.unsentReports, latency: heartbeat.latency),
            session: context.session)
    }

    /// Publishes a report of the kit; an observer of reports receives it itself instead.
    func notify<C>(_ kind: ReportKind, _ text: String, _ driver: inout ControlDriver<C>) {
        guard isObserver, driver.callbacks.onReport != nil else { return reporter(kind, text: text) }
        driver.deliver(.control(ControlReport(control: id, kind: kind, text: text)))
    }
}
