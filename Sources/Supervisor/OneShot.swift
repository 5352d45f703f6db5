import Subprocess
public import TOML

/// Runs a program once, to its end, and returns its output.
public enum OneShot {
    /// The result of a program.
    public struct Outcome: Sendable {
        /// Its exit code; `nil` if a signal ended it.
        public var exitCode: Int32?
        /// Its standard output.
        public var output: [UInt8]
        /// Its standard error.
        public var errors: String
    }

    /// Maximum size of standard error, in bytes.
    private static let maxErrorBytes = 16_384

    /// Runs a program; it ends with this process at the latest.
    ///
    /// - Parameters:
    ///   - executable: Path of the executable.
    ///   - arguments: Its arguments.
    ///   - environment: Variables besides those of this process.
    ///   - timeoutSeconds: Timeout, after which it is ended.
    ///   - maxOutputBytes: Maximum size of its standard output.
    /// - Throws: ``ConfigurationError`` if it cannot be run, or writes more.
    public static func run(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], timeoutSeconds: Double,
        maxOutputBytes: Int
    ) async throws(ConfigurationError) -> Outcome {
        do {
            let result = try await Subprocess.run(
                .name("setpriv"),
                arguments: Arguments(
                    [
                        "--pdeathsig", "KILL", "--", "timeout", "--kill-after=1", "\(timeoutSeconds)",
                        // Once more, because `timeout` does not pass the signal on to its child.
                        "setpriv", "--pdeathsig", "KILL", "--", executable,
                    ] + arguments),
                environment: .inherit.updating(
                    Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })),
                output: .bytes(limit: maxOutputBytes), error: .string(limit: maxErrorBytes))
            var exitCode: Int32?
            if case .exited(let code) = result.terminationStatus { exitCode = code }
            return Outcome(exitCode: exitCode, output: result.standardOutput, errors: result.standardError)
        } catch let error as SubprocessError where error.code == .outputLimitExceeded {
            throw ConfigurationError(
                file: executable, text: "writes more than \(maxOutputBytes) bytes, the maximum")
        } catch {
            throw ConfigurationError(file: executable, text: "cannot be run: \(error)", isAboutAccess: true)
        }
    }
}
