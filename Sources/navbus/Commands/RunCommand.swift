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

    func run() async throws {
        try await BusRun(
            configuration: config, options: options,
            screen: options.logFormat == .json ? RecordScreen.json() : LineScreen()
        ).run()
    }
}
