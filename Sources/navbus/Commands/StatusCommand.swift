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

/// A bus's status in lines for people.
struct StatusReport {
    let lines: [String]

    init(_ status: BusStatus, style: Style = .output) {
        var lines = ["\(style.bold("bus")) up \(Quantity.duration(status.uptimeSeconds)), process \(status.processID)"]
        lines += status.sessions.map { Self.line($0, style) }
        lines += status.controls.map { Self.line($0, style) }
        if !status.troubles.isEmpty { lines.append("counted: " + status.troubles.joined(separator: ", ")) }
        self.lines = lines
    }

    private static func line(_ session: SessionStatus, _ style: Style) -> String {
        var parts = ["session \(style.bold(session.session.name)): \(session.state)"]
        if let left = session.toDestination {
            parts.append("\(Quantity.distance(left.distanceMeters)), \(Quantity.duration(left.durationSeconds)) left")
        }
        if let age = session.fixAgeSeconds {
            parts.append("last fix \(Quantity.decimal(age)) s ago")
        } else {
            parts.append("no fix yet")
        }
        parts.append("\(session.fixesAccepted) fixes, \(session.sequence) events")
        return parts.joined(separator: ", ")
    }

    private static func line(_ control: ControlStatus, _ style: Style) -> String {
        let state = control.state == .failed ? style.red("failed") : "\(control.state)"
        let process = control.processID > 0 ? ", process \(control.processID)" : ""
        let text = control.text.isEmpty ? "" : ": \(control.text.printable)"
        return "control \(style.bold(control.control.printable)): \(state)\(process)\(text)"
    }
}

extension BusStatus {
    /// Counters of ordinary traffic: that they rise is no trouble.
    private static let ordinary: Set<String> = ["published", "requests", "resent_events", "snapshots"]

    /// What went wrong and how often, such as `rejected_fixes 3`; empty if nothing did.
    var troubles: [String] {
        counters.filter { $0.value > 0 && !Self.ordinary.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value)" }
    }
}
