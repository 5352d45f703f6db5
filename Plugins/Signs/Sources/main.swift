import NavigationControl

ControlProcess.run("signs", summary: "Shows the next maneuver as a picture and as a line of text.") { context in
    try SignsControl(context)
}
