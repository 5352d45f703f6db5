import NavigationControl
import Platform
import Supervisor
import TOML

/// Searches for a receiver as a source of kind "auto" does, by the program `navbus-receivers`.
enum ReceiverDoctor {
    /// Each serial line takes up to six seconds.
    private static let timeoutSeconds = 30.0
    private static let subject = "source auto"

    /// The receiver that is found, or the reasons why there is none.
    static func finding() async -> Finding {
        guard let program = LaunchedBusProgram.path(of: LaunchedBusProgram.receivers) else {
            return Finding(
                grade: .fault, subject: subject, text: "\(LaunchedBusProgram.receivers) is missing",
                remedy: "build or install it beside navbus")
        }
        do throws(ConfigurationError) {
            let outcome = try await OneShot.run(
                program, ["find"], timeoutSeconds: timeoutSeconds, maxOutputBytes: 64 * 1024)
            let line = String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isNewline).first
            guard let found = line.flatMap({ ControlFinding(line: $0) }) else {
                return Finding(
                    grade: .fault, subject: subject, text: "the search for a receiver has no result",
                    remedy: "check the output of \(program) find")
            }
            return Finding(
                grade: found.grade == .fine ? .fine : .absent, subject: subject, text: found.text.printable,
                remedy: found.remedy.printable)
        } catch {
            return Finding(grade: .fault, subject: subject, text: "a receiver cannot be searched: \(error)".printable)
        }
    }
}
