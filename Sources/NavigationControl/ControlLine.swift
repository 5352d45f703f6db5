import EventBus
import Glibc
import NavigationEvents

/// A control's line to the bus.
struct ControlLine {
    let id: String
    /// Whether nobody on the bus knows it; see ``ControlProcess/Joining/asOnlooker``.
    let isOnlooker: Bool
    /// Whether the bus lets it receive what controls report.
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

    /// Tells what the kit has noticed: the bus, or the one who looks on and would show what others report.
    func tell<C: NavigationControl>(_ kind: ReportKind, _ text: String, _ driver: inout ControlDriver<C>) {
        guard isOnlooker, C.watchesControls else { return reporter(kind, text: text) }
        driver.deliver(.control(ControlReport(control: id, kind: kind, text: text)))
    }
}
