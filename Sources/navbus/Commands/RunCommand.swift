import ArgumentParser
import Launcher
import Platform

/// `navbus run`
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a bus with the source, the route and the controls of a configuration file.",
        discussion: """
            Ends when a recording has ended, or on Ctrl-C; its controls end with it. A bus with a live source, or \
            without a source, runs until SIGINT, SIGTERM or SIGHUP. With --router the control with the role router \
            runs too, and requests another route from that server when the vehicle is off route; --router auto takes the \
            routes of an offline region.

            A name without a slash and without .toml is the name of a profile, which navbus profiles lists: navbus run \
            --config display. The option --set sets any key of any section, for example to replace a receiver by a \
            recorded drive: --set source.kind=nmea --set source.path=drive.nmea --set route.path=route.json
            """)

    @Option(
        help: ArgumentHelp(
            "The configuration file, or the name of a profile; navbus profiles lists them.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String

    @OptionGroup var options: RunArguments

    @OptionGroup var server: RouterOptions

    func validate() throws {
        if server.engine != nil, server.address == nil { throw ValidationError("--engine goes with --router URL.") }
    }

    func run() async throws {
        let routingServer = server.address.map { RunOptions.RoutingServer(address: $0, engine: server.engine) }
        try await BusRun(
            configuration: ProfileSearch.ofThisProcess.file(config),
            options: options.options(routingServer: routingServer),
            screen: options.logFormat == .json ? LogRecordScreen.json() : LineScreen()
        ).run()
    }
}
