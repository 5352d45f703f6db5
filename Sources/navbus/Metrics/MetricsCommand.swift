import ArgumentParser
import EventBus
import NavigationEvents

/// `navbus metrics`
struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Serve what the running bus counts to Prometheus, on this machine only.",
        discussion: """
            Answers GET /metrics until it is told to end; navbus_up is 0 while no bus answers. A run starts it by \
            itself where its configuration has a section [metrics]. With --print it prints the text once and ends.
            """)

    @OptionGroup var bus: BusOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen: a port of 127.0.0.1 or [::1]; port 0 is any free one.", valueName: "address"),
        transform: ListenAddress.init)
    var listen = ListenAddress.metrics

    @Flag(help: "Print the metrics once, for a collector of text files.")
    var print = false

    func run() async throws {
        let scraper = StatusScraper { [bus] in try bus.request(.status, timeout: .seconds(2)) }
        if print {
            Output.line(String(PrometheusText(await scraper.status()).text.dropLast()))
        } else {
            let (ends, asked) = AsyncStream.makeStream(of: Void.self)
            let end = EndRequest { asked.finish() }
            try await MetricsServer(address: listen, scraper: scraper).run { for await _ in ends {} }
            withExtendedLifetime(end) {}
        }
    }
}
