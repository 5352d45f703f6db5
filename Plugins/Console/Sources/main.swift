import NavigationControl

// The kit joins the bus, fills gaps, sends heartbeats and ends the process on request.
ControlProcess.run("console", summary: "Prints each event as one readable line.") { context in
    try ConsoleControl(context)
}
