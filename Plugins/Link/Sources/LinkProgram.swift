import Glibc
import NavigationControl
import NavigationLoop
import Platform

/// The program `navbus-link`.
package enum LinkProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "bus": LoopProcess.run(FleetBus.self)
        case "connect": FleetConnectCommand.run(Array(arguments.dropFirst())).leave()
        case "drain": FleetDrainCommand.run(Array(arguments.dropFirst())).leave()
        case "metrics": FleetMetricsCommand.run(Array(arguments.dropFirst())).leave()
        case "status": FleetStatusCommand.run(Array(arguments.dropFirst())).leave()
        case "up": FleetUpCommand.run(Array(arguments.dropFirst())).leave()
        default:
            ControlProcess.run(
                "link",
                summary: """
                    Connects the bus to a fleet on NATS JetStream, as a worker or as a gateway.
                    navbus-link status --help: lists the workers and gateways of a fleet.
                    """
            ) { context in try LinkControl(context) }
        }
    }
}
