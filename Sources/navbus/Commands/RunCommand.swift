import ArgumentParser
import Platform

/// `navbus run`
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a bus with the source, the route and the controls of a configuration file.",
        discussion: """
            Ends when a recording has ended, or on Ctrl-C; its controls end with it. A bus with a live source, or \
            without any, goes on until it is told to end. With --router the control router is run too, and asks that \
            server for another way when a route was left.

            A name without a slash and without .toml is that of a profile, which navbus profiles lists: \
            navbus run --config display. Any key of any section may be set here as well, such as a recorded drive in the \
            place of a receiver: --set source.kind=nmea --set source.path=drive.nmea --set route.path=route.json
            """)

    @Option(
        help: ArgumentHelp(
            "The configuration file, or the name of a profile; navbus profiles lists them.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String

    @OptionGroup var options: RunOptions

    @OptionGroup var server: RouterOptions

    func validate() throws {
        if server.engine != nil, server.address == nil { throw ValidationError("--engine goes with --router URL.") }
    }

    /// What the command line says of the router, as settings of that control.
    private var router: [String] {
        guard let address = server.address else { return [] }
        return ["router.url=\(address)"] + (server.engine.map { ["router.engine=\($0)"] } ?? [])
    }

    func run() async throws {
        var options = options
        options.overrides += router
        try await BusRun(
            configuration: ProfileSearch.ofThisProcess.file(config), options: options,
            adding: router.isEmpty ? [] : [RouterProgram.id],
            screen: options.logFormat == .json ? RecordScreen.json() : LineScreen()
        ).run()
    }
}
