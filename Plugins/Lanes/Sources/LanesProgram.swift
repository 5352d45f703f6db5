import NavigationControl

/// The program `navbus-lanes`.
package enum LanesProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        ControlProcess.run("lanes", summary: "Shows the lanes before the next maneuver as a picture, text and JSON.") {
            context in
            try LanesControl(context)
        }
    }
}
