import NavigationControl

ControlProcess.run("haptics", summary: "Makes guidance felt: turns, happenings, the direction to go.") { context in
    try HapticsControl(context)
}
