import ArgumentParser

/// `navbus run`
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a bus with the source, the route and the controls of a configuration file.",
        discussion: """
            Ends when a recording has ended, or on Ctrl-C; its controls end with it. A bus with a live source, or \
            without any, goes on until it is told to end.
            """)

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"), completion: .file(extensions: ["toml"]))
    var config: String

    @OptionGroup var options: RunOptions

    @Option(
        name: .customLong("router"),
        help: ArgumentHelp(
            "Address of a routing server, such as http://127.0.0.1:8002: the control router is run too, and asks it for "
                + "another way when a route was left.", valueName: "url"))
    var routerAddress: String?

    @Option(help: "What kind of routing server it is; default: found out by asking it.")
    var engine: String?

    func validate() throws {
        if engine != nil, routerAddress == nil { throw ValidationError("--engine goes with --router URL.") }
    }

    /// What the command line says of the router, as settings of that control.
    private var router: [String] {
        guard let routerAddress else { return [] }
        return ["router.url=\(routerAddress)"] + (engine.map { ["router.engine=\($0)"] } ?? [])
    }

    func run() async throws {
        var options = options
        options.overrides += router
        try await BusRun(
            configuration: config, options: options, adding: router.isEmpty ? [] : [RouterProgram.id],
            screen: options.logFormat == .json ? RecordScreen.json() : LineScreen()
        ).run()
    }
}
