import NavigationControl
import Platform

/// The program `navbus-speech-tools`, which runs the commands of speech that need a route instead of a bus.
package enum SpeechToolsProgram {
    private static let help = """
        navbus-speech-tools: lists the announcements of a route without driving.

        Usage: navbus-speech-tools preview ROUTE... [options]

        `navbus speech preview` runs it. The command explains itself with --help.
        """

    /// Runs the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "preview": PreviewCommand.run(Array(arguments.dropFirst())).leave()
        case "--help", "-h":
            Terminal.lines(help)
            ExitStatus.success.leave()
        default:
            complain(usage: "name a command: navbus-speech-tools preview ROUTE", isOfCommand: false)
            ExitStatus.usage.leave()
        }
    }
}
