import NavigationControl

let arguments = Array(CommandLine.arguments.dropFirst())
let words = Array(arguments.dropFirst())
switch arguments.first ?? "" {
case "patterns": PatternsCommand.run(words).leave()
default:
    ControlProcess.run(
        "haptics",
        summary: """
            Makes guidance felt: turns, happenings, the direction to go.

            Commands, each explains itself with --help:
              patterns [TABLE]                shows what each situation feels like, checks tables
            """
    ) { context in try HapticsControl(context) }
}
