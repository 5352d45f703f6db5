import ArgumentParser
import EventBus
import CommandOutput
import Glibc
import Launcher
import NavigationEvents
import Positions
import Supervisor
import TOML

/// `navbus demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Guide a recorded drive through Heidelberg with speech, signs, lanes and haptics.",
        discussion: "Needs no receiver, no sound card, no display and no network, and ends by itself.")

    @Option(
        help: ArgumentHelp("Where the voice, the pictures and the log go.", valueName: "folder"), completion: .directory
    )
    var out = "out/first-drive"

    @Option(help: ArgumentHelp("How fast the drive goes by: a factor such as 20, or max.", valueName: "factor"))
    var speed: ReplayPace = .factor(20)

    @Option(name: .customLong("set"), help: ArgumentHelp("A setting of a control.", valueName: "control.key=value"))
    var overrides: [String] = []

    func run() async throws {
        guard let data = InstalledFiles.dataFolder else {
            throw ConfigurationError(
                file: "first-drive.toml",
                text: "was not found; set NAVBUS_DATA to the folder that holds config/ and examples/")
        }
        let configuration = "\(data)/config/first-drive.toml"
        let folder = try DemoFolder(out, configuration: configuration)
        let log = try folder.openLog()
        defer { close(log) }
        let sockets = try SocketFolder(prefix: "navbus-demo")
        defer { sockets.remove() }
        let options = RunOptions(pace: speed, overrides: folder.overrides + overrides, runFolder: sockets.path)
        let screen = DemoScreen(log: log)
        var run = try BusRun(configuration: configuration, options: options, screen: screen)
        run.helperProcesses.append(tap(run.endpoints))
        try await run.run()
        Output.line("")
        for line in folder.summary { Output.line(line) }
    }

    /// The process that writes the event log: a tap.
    private func tap(_ endpoints: BusEndpoints) -> LaunchPlan {
        LaunchPlan(
            control: DemoScreen.logger, executable: InstalledFiles.executable ?? CommandLine.arguments[0],
            arguments: ["tap", "--json", "--name", DemoScreen.logger],
            environment: ["NAVBUS_ENDPOINT": endpoints.requests])
    }
}
