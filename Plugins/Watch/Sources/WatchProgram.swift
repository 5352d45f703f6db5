import NavigationControl
import NavigationEvents
import Platform

/// The program `navbus-watch`.
package enum WatchProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if ControlProcess.isLaunched || arguments == ["--version"] { WatchCommand.runControl() }
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(WatchCommand.help)
            ExitStatus.success.leave()
        }
        do throws(CommandArguments.Problem) {
            try WatchCommand.run(arguments)
        } catch {
            complain(usage: error.text, isOfCommand: false)
            ExitStatus.usage.leave()
        }
    }
}
