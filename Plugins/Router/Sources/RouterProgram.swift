import Glibc
import NavigationControl
import Platform

/// The program `navbus-router`.
package enum RouterProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "ask": RouteAskCommand.run(Array(arguments.dropFirst())).leave()
        case "doctor": RouterDoctorCommand.run().leave()
        case "places": PlacesCommand.run(Array(arguments.dropFirst())).leave()
        case "serve": ServeCommand.run(Array(arguments.dropFirst())).leave()
        case "check": CheckCommand.run(Array(arguments.dropFirst())).leave()
        default:
            ControlProcess.run(
                "router",
                summary: """
                    Requests a new route from a routing server after the vehicle has left its route.
                    navbus-router ask --help: requests one route, without a bus;
                    navbus-router check: reports whether the server answers;
                    navbus-router places: requests places by name from an online geocoder;
                    navbus-router serve: serves the routes of an offline region to other programs.
                    """
            ) { context in try RouterControl(context) }
        }
    }
}
