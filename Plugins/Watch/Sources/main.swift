import NavigationControl
import NavigationEvents
import Platform

let arguments = Array(CommandLine.arguments.dropFirst())
if ControlProcess.isLaunched || arguments == ["--version"] { WatchCommand.runControl() }
if CommandWords.wantHelp(arguments) {
    Terminal.lines(WatchCommand.help)
    CommandEnding.done.leave()
}
do throws(CommandWords.Problem) {
    try WatchCommand.run(arguments)
} catch {
    complain(error.text)
    CommandEnding.usage.leave()
}
