import Glibc
import NavigationControl

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "ask": exit(AskCommand.run(Array(arguments.dropFirst())).rawValue)
case "check": exit(CheckCommand.run(Array(arguments.dropFirst())).rawValue)
default:
    ControlProcess.run(
        "router",
        summary: """
            Asks a routing server for another way when a route was left.
            navbus-router ask --help: asks it once, without a bus; navbus-router check: says whether it answers.
            """
    ) { context in try RouterControl(context) }
}
