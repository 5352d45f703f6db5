import ArgumentParser
import CommandOutput
import Platform

/// The command `navbus`: parses the command line and runs the subcommand, or the program of a control.
@main
struct Navbus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navbus",
        abstract: "The navigation event bus: guidance for processes that speak, show or vibrate.",
        discussion: """
            The bus receives positions and a route and publishes events; controls, each in its own process, turn \
            them into speech, signs, lanes and haptics. Other programs can subscribe as well.

            Controls have commands of their own: navbus speech say HELLO runs the command say of the control speech, \
            and navbus help speech lists its commands and settings.

            Exit codes: 0 done, 1 doctor found a fault, diff a difference, or a walker did not arrive, 64 wrong \
            usage, 66 a file cannot be used, 69 no bus answers, 71 a socket or process cannot be set up, 74 the output \
            cannot be written, 76 the bus refused, 78 wrong configuration.
            """,
        version: Version.current,
        subcommands: [
            RunCommand.self, DemoCommand.self, StartCommand.self, StopCommand.self, SkipCommand.self,
            DescribeCommand.self, FocusCommand.self, StatusCommand.self, TapCommand.self, SessionCommand.self,
            HeadingCommand.self,
            MetricsCommand.self, RecordCommand.self, ReplayCommand.self, InfoCommand.self, ExportCommand.self,
            TraceCommand.self,
            DiffCommand.self, RecoverCommand.self,
            SimulateCommand.self, ControlsCommand.self, ControlGroup.self, ProfilesCommand.self, KeysCommand.self,
            RegionGroup.self, PlacesGroup.self, DoctorCommand.self,
        ])

    static func main() async {
        StandardStreams.ensureOpen()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == CompletionWords.request { complete(Array(arguments.dropFirst())) }
            if try ControlProgram.helpIfNamed(arguments) { return try Output.check() }
            try ControlProgram.runIfNamed(arguments)
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try Output.check()
        } catch {
            Failure.end(with: error)
        }
    }
}

extension Navbus {
    /// Prints the words that complete a command line, each in a line. The exit code is 0 if words of navbus itself can
    /// follow too, else 1.
    private static func complete(_ typed: [String]) -> Never {
        let completion = CompletionWords.ofThisMachine
        for word in completion.words(completing: typed) { Output.line(word) }
        exit(withError: completion.belongsToControl(typed) ? ExitCode(1) : ExitCode.success)
    }
}
