import EventBus
import Glibc
import NavigationEvents

/// The connection of a control to the bus.
struct ControlLine {
    let id: String
    /// Whether the process is an observer without a name; see ``ControlProcess/Joining/asOnlooker``.
    let isOnlooker: Bool
    /// Whether the key of the control allows the topic onControl.
    let hearsReports: Bool
    let client: BusClient
    let reports: ReportQueue
    let context: ControlContext

    var reporter: Reporter { context.reporter }

    func sendReports() throws {
        for report in reports.takeAll() { try client.report(report, session: context.session) }
    }

    func sendHeartbeat(_ heart: Heart) throws {
        guard !isOnlooker else { return }
        let counters = client.counters
        try client.sendHeartbeat(
            ControlVitals(
                control: id, processID: getpid(), delivered: heart.delivered, gaps: counters.gaps,
                repaired: counters.repaired, missed: counters.missed, malformed: counters.malformed,
                unsentReports: counters.unsentReports, latency: heart.latency),
            session: context.session)
    }

    /// Publishes a report of the kit; an observer that watches the controls receives it itself instead.
    func tell<C: NavigationControl>(_ kind: ReportKind, _ text: String, _ driver: inout ControlDriver<C>) {
        guard isOnlooker, C.watchesControls else { return reporter(kind, text: text) }
        driver.deliver(.control(ControlReport(control: id, kind: kind, text: text)))
    }
}
