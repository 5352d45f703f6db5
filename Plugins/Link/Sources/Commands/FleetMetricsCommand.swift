import Glibc
import HTTPServer
import NATS
import NavigationControl
import Platform
import Synchronization

/// The command `navbus link metrics`, which prints or serves the figures of a fleet for Prometheus.
enum FleetMetricsCommand {
    private static let help = """
        navbus link metrics: prints the figures of the whole fleet for Prometheus, or serves them.

        Usage: navbus link metrics [--listen ADDRESS] [--wait SECONDS] [--server URL[,URL]…]

          --listen ADDRESS      serves them at http://ADDRESS/metrics until Ctrl-C, such as 127.0.0.1:9465; only for this
                                machine
          --wait SECONDS        time in which answers are collected, 0.1 to 60; default: \(FleetClient.collectSeconds)
        \(FleetOptions.help)

        Exit codes: 0 done, 64 wrong usage, 69 no server, worker or gateway answers, 71 the address cannot be used, 76 the
        servers refused.
        """

    /// Runs the command.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: FleetOptions.options.union(["--listen"]))
            guard words.words.isEmpty else { throw CommandArguments.Problem(text: "metrics takes no words") }
            let seconds = try words.number("--wait", in: 0.1...60) ?? FleetClient.collectSeconds
            let address = try words.text("--listen").map(loopback)
            let client = FleetClient(connection: try FleetOptions.connection(words))
            if let address { return try serve(client, at: address, seconds: seconds) }
            let statuses = try client.statuses(seconds: seconds)
            guard !statuses.isEmpty else { throw FleetCommandError.nobodyAnswers(name: nil) }
            Terminal.lines(String(FleetMetrics(statuses).text.dropLast()))
            return .success
        } catch {
            return FleetCommandError.report(error)
        }
    }

    private static func loopback(_ text: String) throws(CommandArguments.Problem) -> ListenAddress {
        guard let address = try? ListenAddress(setting: text), address.isLoopback else {
            throw CommandArguments.Problem(
                text: "--listen \(text): use an address of this machine, such as 127.0.0.1:9465")
        }
        return address
    }

    private static func serve(_ client: FleetClient, at address: ListenAddress, seconds: Double) throws -> ExitStatus {
        let socket: ListenSocket
        do {
            socket = try ListenSocket(address)
        } catch {
            complain("failed to listen at \(address.text): \(error)")
            return .systemError
        }
        let server = try FleetMetricsServer(socket) {
            // Without a server there is no answer, which Prometheus shows.
            (try? client.statuses(seconds: seconds)).map { FleetMetrics($0).text }
        }
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in hasEnded.store(true, ordering: .relaxed) } }
        Terminal.line("metrics at \(address.url(port: socket.port))metrics")
        fflush(nil)
        server.run { hasEnded.load(ordering: .relaxed) }
        return .success
    }
}

/// Whether a signal has asked the server to end.
private let hasEnded = Atomic(false)
