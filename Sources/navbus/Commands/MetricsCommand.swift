import Launcher
import Metrics
import CommandOutput
import ArgumentParser
import EventBus
import Glibc
import NavigationControl
import NavigationEvents

/// `navbus metrics`
struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Serve the metrics of the running bus to Prometheus, on this machine only.",
        discussion: """
            Answers GET /metrics with the right token (Authorization: Bearer TOKEN) until Ctrl-C; navbus_up is 0 while \
            no bus answers. A run whose configuration has a section [metrics] starts the server itself. With --print \
            the command prints the text once and ends.
            """)

    @OptionGroup var bus: BusOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen: a port of 127.0.0.1 or [::1]; port 0 is any free one.", valueName: "address"),
        transform: MetricsAddress.init)
    var listen = MetricsAddress.metrics

    @Option(
        help: ArgumentHelp(
            "File of the required token; created if it does not exist. Default: metrics.token in the run folder.",
            valueName: "file"), completion: .file())
    var tokenFile: String?

    @Flag(help: "Serve every user of this machine, without a token.")
    var noToken = false

    @Flag(help: "Print the metrics once, for a collector of text files.")
    var print = false

    func run() async throws {
        let scraper = StatusScraper { [bus] in try bus.request(.status, timeout: .seconds(2)) }
        if print {
            Output.lines(String(PrometheusText(await scraper.status()).text.dropLast()))
        } else {
            let (ends, asked) = AsyncStream.makeStream(of: Void.self)
            let end = EndRequest { asked.finish() }
            let token = noToken ? nil : try ownToken()
            if noToken {
                Output.error("\(Style.error.yellow("warning:")) every user of this machine can read the metrics")
            }
            try await MetricsServer(
                address: listen, scraper: scraper, token: token?.text, tokenHint: token?.hint ?? ""
            ).run { for await _ in ends {} }
            withExtendedLifetime(end) {}
        }
    }

    /// The token file in the run folder. The folder is created here, since the bus, which usually creates it, may not
    /// run yet.
    private func standardTokenFile() throws -> String {
        let folder = try RunFolder.standard()
        try folder.check()
        mkdir(folder.path, 0o750)
        return folder.path + "/metrics.token"
    }

    /// The token, and a hint where to find it. The token itself is printed only if it cannot be written to a file.
    private func ownToken() throws -> (text: String, hint: String) {
        let path = try tokenFile ?? standardTokenFile()
        var problem: String?
        let token = TokenFile(path: path).token { problem = $0 }
        guard let problem else { return (token, "(token in \(path))") }
        Output.error("\(Style.error.yellow("warning:")) failed to \(problem)")
        return (token, "(token \(token))")
    }
}
