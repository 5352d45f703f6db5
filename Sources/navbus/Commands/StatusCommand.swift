import ArgumentParser
import EventCodec
import NavigationEvents

/// `navbus status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what the running bus is doing.")

    @OptionGroup var bus: BusOptions

    @Flag(help: "Print the bus's answer as JSON.")
    var json = false

    func run() throws {
        let reply = try bus.request(.status)
        if json {
            Output.line(ReplyFrame(id: 0, reply: reply).json())
        } else if case .status(let status) = reply {
            for line in StatusReport(status).lines { Output.line(line) }
        }
    }
}
