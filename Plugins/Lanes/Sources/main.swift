import NavigationControl

ControlProcess.run("lanes", summary: "Shows the lanes before the next maneuver as text and as JSON.") { context in
    try LanesControl(context)
}
