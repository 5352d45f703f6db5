import CommandOutput
import ArgumentParser
import EventBus
import EventCodec
import NavigationControl
import NavigationEvents
import Platform
import Supervisor

/// `navbus status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what the running bus is doing.")

    @OptionGroup var bus: BusAddress

    @OptionGroup var fleet: FleetAddress

    @Option(
        help: ArgumentHelp(
            "Show only this session; of the sessions that were opened later, the status shows only the number.",
            valueName: "name"))
    var session: Session?

    @Flag(help: "Print the answer of the bus as JSON.")
    var json = false

    func validate() throws { try fleet.check(session, bus) }

    func run() throws {
        let reply = try session.map(reply) ?? bus.request(.status)
        if json {
            Output.line(ReplyFrame(id: 0, reply: reply).json())
        } else if case .status(let status) = reply {
            for line in session == nil
                ? StatusReport(status, installed: installed).lines : StatusReport.sessions(status)
            {
                Output.line(line)
            }
        }
    }

    /// The ids of the installed controls.
    private var installed: Set<String> { Set(ControlCatalog.discover().entries.map(\.manifest.id)) }

    /// The status of one session.
    private func reply(_ session: Session) throws(BusError) -> Reply {
        let endpoint = try fleet.endpoint(of: session) ?? bus.requestsEndpoint
        let reply = try BusClient(ofRunningBusAt: endpoint).request(
            .sessions(SessionQuery(first: session.name, most: 1)), timeout: .seconds(3))
        guard case .status(let status) = reply, status.sessions.first?.session == session else {
            throw .refused(
                RequestError(
                    code: .noSuchSession,
                    text: "there is no session \"\(session.name)\" on this bus; navbus session list shows them"))
        }
        return reply
    }
}
