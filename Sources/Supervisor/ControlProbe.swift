import Subprocess

/// Tries whether a control's executable starts at all: a missing library shows here, with its name.
public enum ControlProbe {
    /// What is wrong with the executable; `nil` if `--version` runs and ends well.
    public static func problem(of executable: String) async -> String? {
        do {
            let result = try await Subprocess.run(
                .name("setpriv"), arguments: ["--pdeathsig", "KILL", "--", executable, "--version"],
                output: .discarded, error: .string(limit: 4096))
            if result.terminationStatus.isSuccess { return nil }
            let said = result.standardError.split(separator: "\n").first.map { ": \($0)" } ?? ""
            return "ends \(result.terminationStatus.forPeople)\(said)"
        } catch {
            return "cannot be run: \(error)"
        }
    }
}
