import Subprocess

/// Tries whether a control's executable starts at all: a missing library shows here, with its name.
public enum ControlProbe {
    /// How `timeout` ends when it had to end the program.
    private static let timedOut = TerminationStatus.exited(124)

    /// What is wrong with the executable; `nil` if `--version` runs and ends well.
    ///
    /// - Parameter patienceSeconds: how long it may take before it is ended with its children.
    public static func problem(of executable: String, patienceSeconds: Double = 5) async -> String? {
        do {
            let result = try await Subprocess.run(
                .name("setpriv"),
                arguments: [
                    "--pdeathsig", "KILL", "--", "timeout", "--kill-after=1", "\(patienceSeconds)", executable,
                    "--version",
                ],
                output: .discarded, error: .string(limit: 4096))
            if result.terminationStatus.isSuccess { return nil }
            if result.terminationStatus == timedOut { return "does not answer to --version" }
            let said = result.standardError.split(separator: "\n").first.map { ": \($0)" } ?? ""
            return "ends \(result.terminationStatus.forPeople)\(said)"
        } catch {
            return "cannot be run: \(error)"
        }
    }
}
