import NavigationControl

ControlProcess.run("lanes", summary: "Shows the lanes before the next maneuver as a picture, text and JSON.") {
    context in
    try LanesControl(context)
}
