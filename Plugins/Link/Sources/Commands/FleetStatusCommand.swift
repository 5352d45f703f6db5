import NavigationControl
import Platform

/// The command `navbus link status`, which lists the workers and gateways of a fleet.
enum FleetStatusCommand {
    private static let help = """
        navbus link status: lists the workers and gateways of the fleet.

        Usage: navbus link status [--json] [--wait SECONDS] [--server URL[,URL]…]

          --json                prints an array of the states in JSON
          --wait SECONDS        time in which answers are collected, 0.1 to 60; default: \(FleetClient.collectSeconds)
        \(FleetOptions.help)

        Exit codes: 0 done, 64 wrong usage, 69 no server, worker or gateway answers, 76 the servers refused.
        """

    /// Runs the command.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: FleetOptions.options, flags: ["--json"])
            guard words.words.isEmpty else { throw CommandArguments.Problem(text: "status takes no words") }
            let seconds = try words.number("--wait", in: 0.1...60) ?? FleetClient.collectSeconds
            let statuses = try FleetClient(connection: FleetOptions.connection(words)).statuses(seconds: seconds)
            guard !statuses.isEmpty else { throw FleetCommandError.nobodyAnswers(name: nil) }
            if words.has("--json") {
                Terminal.line(JSONText.array(statuses.map(\.json)).text)
            } else {
                for line in FleetTable(statuses).lines { Terminal.line(line) }
            }
            return .success
        } catch {
            return FleetCommandError.report(error)
        }
    }
}

/// The states of a fleet as a table for people.
struct FleetTable {
    private static let columns: [(title: String, cell: @Sendable (FleetStatus) -> String)] = [
        ("NAME", { $0.name }), ("ROLE", { $0.role }), ("PHASE", { $0.phase.rawValue }), ("HOST", { $0.host }),
        ("VERSION", { $0.version }), ("PARTITIONS", { $0.text(.partitionsOwned) }),
        ("SESSIONS", { $0.text(.sessions) }), ("INPUTS", { $0.text(.inputsCarriedOut) }),
        ("EVENTS", { $0.text(.eventsPublished) }), ("LAG", { $0.text(.lagMessages) }),
        ("REQUESTS", { $0.text(.requestsAccepted) }), ("DROPPED", { $0.text(.requestsDropped) }),
        ("REFUSED", { $0.refusals.isEmpty ? "-" : "\($0.refusals.values.reduce(0, +))" }),
    ]

    private let statuses: [FleetStatus]

    init(_ statuses: [FleetStatus]) { self.statuses = statuses }

    /// A line for the titles, one for each state, and one for the whole fleet.
    var lines: [String] {
        let rows = [Self.columns.map(\.title)] + statuses.map { status in Self.columns.map { $0.cell(status) } }
        let widths = Self.columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
                .trimmed
        }
        return table + [summary]
    }

    private var summary: String {
        let owned = Set(statuses.flatMap(\.partitions))
        let sessions = statuses.reduce(0) { $0 + ($1.figures[.sessions] ?? 0) }
        let missing = Partition.count - owned.count
        return "sessions \(Int(sessions)), partitions \(owned.count) of \(Partition.count)"
            + (missing > 0 ? "; \(missing) have no owner: is a worker running?" : "")
    }
}

extension FleetStatus {
    fileprivate func text(_ figure: FleetFigure) -> String { figures[figure].map { "\(Int($0))" } ?? "-" }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
