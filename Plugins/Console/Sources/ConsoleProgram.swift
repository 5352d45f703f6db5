import NavigationControl

/// The program `navbus-console`.
package enum ConsoleProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        // The kit joins the bus, fills gaps, sends heartbeats and ends the process on request.
        ControlProcess.run("console", summary: "Prints each event as one readable line.") { context in
            try ConsoleControl(context)
        }
    }
}
