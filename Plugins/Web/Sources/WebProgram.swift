import NavigationControl
import Platform

/// The program `navbus-web`.
package enum WebProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let words = Array(arguments.dropFirst())
        switch arguments.first ?? "" {
        case "doctor": WebDoctorCommand.run(words).leave()
        case "phone": PhoneCommand.run(words).leave()
        default:
            ControlProcess.run(
                "web",
                summary: """
                    Shows the position and the next maneuvers on a page for browsers, by default at http://127.0.0.1:8960/.

                    Commands of navbus web (each has --help):
                      doctor                          reports the certificate of the page
                      phone                           shows the address of the page as a QR code, for a phone
                    """
            ) { context in try WebControl(context) }
        }
    }
}
