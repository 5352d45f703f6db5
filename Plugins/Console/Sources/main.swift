import NavigationControl

ControlProcess.run("console", summary: "Prints every event in one readable line.") { context in
    ConsoleControl(settings: try ConsoleSettings(context.settings))
}
