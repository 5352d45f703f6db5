import NavigationControl

// The kit does the rest: it joins the bus, fills gaps, says that we are alive, and ends when it is told to.
ControlProcess.run("console", summary: "Prints every event in one readable line.") { context in
    try ConsoleControl(context)
}
