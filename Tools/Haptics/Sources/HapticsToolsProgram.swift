import NavigationControl
import Platform

/// The program `navbus-haptics-tools`: the commands of haptics that need no running control.
package enum HapticsToolsProgram {
    /// Runs the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let words = Array(arguments.dropFirst())
        switch arguments.first ?? "--help" {
        case "devices": DevicesCommand.run(words).leave()
        case "patterns": PatternsCommand.run(words).leave()
        case "walker": WalkerCommand.run(words).leave()
        case "-h", "--help":
            Terminal.lines(help)
            ExitStatus.success.leave()
        case let other:
            complain(usage: "unknown command \"\(other)\"", isOfCommand: false)
            ExitStatus.usage.leave()
        }
    }

    private static let help = """
        navbus-haptics-tools: tests devices, shows patterns, and simulates walkers; navbus haptics runs it.

        Usage: navbus haptics devices|patterns|walker ...

        Commands (each has --help):
          devices [DEVICE]                tests devices, and vibrates them
          patterns [TABLE]                shows the pulses of each situation, checks tables
          walker --route FILE             simulates a walker who follows only the pulses
        """
}
