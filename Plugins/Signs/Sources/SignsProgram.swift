import NavigationControl

/// The program `navbus-signs`.
package enum SignsProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first ?? "" {
        case "catalogue": CatalogueCommand.run(Array(arguments.dropFirst())).leave()
        default:
            ControlProcess.run(
                "signs",
                summary: """
                    Shows the next maneuver as a picture and as a line of text.

                    Commands, each explains itself with --help:
                      catalogue --out FOLDER          draws all pictures in all variants, for review
                    """
            ) { context in try SignsControl(context) }
        }
    }
}
