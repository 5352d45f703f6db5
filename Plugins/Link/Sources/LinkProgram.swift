import NavigationControl

/// The program `navbus-link`.
package enum LinkProgram {
    /// Runs the control; does not return.
    package static func run() -> Never {
        ControlProcess.run(
            "link",
            summary: "Connects the bus to a fleet on NATS JetStream, as a worker or as a gateway."
        ) { context in try LinkControl(context) }
    }
}
