import NavigationControl

if CommandLine.arguments.dropFirst().first == "ask" {
    AskCommand.run(Array(CommandLine.arguments.dropFirst(2)))
}
ControlProcess.run(
    "router",
    summary:
        "Asks a routing server for another way when a route was left.\nnavbus-router ask --help: asks it once, without a bus."
) { context in
    try RouterControl(context)
}
