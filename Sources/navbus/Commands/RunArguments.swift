import ArgumentParser
import EventBus
import Launcher
import NavigationEvents
import Positions

/// The options of `navbus run` and `navbus replay`, which override the configuration file.
struct RunArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("How fast a recording is replayed: a factor such as 20 or 0.5, or max.", valueName: "factor")
    )
    var speed: ReplayPace?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A key of a section of the configuration, such as speech.output=none or source.speed=20. May be repeated.",
            valueName: "section.key=value"))
    var overrides: [String] = []

    @Option(
        help: ArgumentHelp(
            "The folder for the sockets of the bus; default: navbus in XDG_RUNTIME_DIR, for root /run/navbus.",
            valueName: "folder"))
    var runFolder: String?

    @Option(
        help: ArgumentHelp("The format of the output: text, or json, one object per line.", valueName: "format")
    )
    var logFormat = LogFormat.text

    func validate() throws {
        if runFolder == "" { throw ValidationError("--run-folder is empty; name a folder, or leave the option out.") }
    }

    /// The options for the launcher.
    ///
    /// - Parameter routingServer: The server of `--router`.
    func options(routingServer: RunOptions.RoutingServer? = nil) -> RunOptions {
        RunOptions(
            pace: speed, overrides: overrides, runFolder: runFolder, logFormat: logFormat, routingServer: routingServer)
    }
}

extension LogFormat: ExpressibleByArgument {}
