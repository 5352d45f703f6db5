import NavigationControl

/// The program `navbus-web`.
package enum WebProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        ControlProcess.run(
            "web",
            summary: """
                Shows the position and the next maneuvers on a page for browsers, by default at http://127.0.0.1:8960/.
                """
        ) { context in try WebControl(context) }
    }
}
