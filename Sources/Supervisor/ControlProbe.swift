import Subprocess

/// Tests whether the executable of a control starts: a missing library is reported by its name.
public enum ControlProbe {
    /// Exit code of `timeout` when it had to end the program.
    private static let timedOut = TerminationStatus.exited(124)

    /// The problem with an executable; `nil` if it ends with exit code 0 after `--version`.
    ///
    /// - Parameters:
    ///   - executable: Path of the executable.
    ///   - timeoutSeconds: Timeout, after which the program and its children are ended.
    public static func problem(of executable: String, timeoutSeconds: Double = 5) async -> String? {
        do {
            let result = try await Subprocess.run(
                .name("setpriv"),
                arguments: [
                    "--pdeathsig", "KILL", "--", "timeout", "--kill-after=1", "\(timeoutSeconds)", executable,
                    "--version",
                ],
                output: .discarded, error: .string(limit: 4096))
            if result.terminationStatus.isSuccess { return nil }
            if result.terminationStatus == timedOut { return "does not answer --version" }
            let said = result.standardError.split(separator: "\n").first.map { ": \($0)" } ?? ""
            return "ends \(result.terminationStatus.forPeople)\(said)"
        } catch {
            return "cannot be run: \(error)"
        }
    }
}
