import NavigationControl

/// The program `navbus-map`.
package enum MapProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        ControlProcess.run("map", summary: "Draws the map around the vehicle, for panels, e-paper and files.") {
            context in
            try MapControl(context)
        }
    }
}
