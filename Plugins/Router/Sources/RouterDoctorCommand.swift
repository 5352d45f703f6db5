import NavigationControl
import Platform

/// The command `navbus-router doctor`: reports whether a routing server answers, as lines that `navbus doctor` shows.
enum RouterDoctorCommand {
    /// Less than the time that `navbus doctor` waits.
    private static let timeoutSeconds = 2.0
    private static let subject = "routing server"

    /// Requests the status of the server and prints the finding.
    static func run() -> ExitStatus {
        let finding: ControlFinding
        do throws(RouterError) {
            let answer = try CheckCommand.answer(CheckCommand.standardSettings, timeoutSeconds: timeoutSeconds)
            finding = ControlFinding(.fine, subject: subject, text: answer)
        } catch {
            let reason = "\(error)"
            finding = ControlFinding(
                .absent, subject: subject, text: reason,
                remedy: "NAVBUS_ROUTER sets another address; without a routing server there is no rerouting")
        }
        Terminal.line(finding.line)
        return .success
    }
}
