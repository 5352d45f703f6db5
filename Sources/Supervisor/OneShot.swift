import Subprocess
public import TOML

/// Runs a program once, to its end, and takes what it wrote.
public enum OneShot {
    /// What a program left behind.
    public struct Outcome: Sendable {
        /// Its exit code; `nil` if a signal ended it.
        public var exitCode: Int32?
        /// What it wrote to standard output.
        public var output: [UInt8]
        /// What it wrote to standard error.
        public var errors: String
    }

    /// Bytes of standard error that are kept.
    private static let mostErrorBytes = 16_384

    /// Runs it; it ends with this process.
    ///
    /// - Parameters:
    ///   - patienceSeconds: How long it may take before it is ended.
    ///   - mostOutputBytes: How much it may write.
    /// - Throws: ``ConfigurationError`` if it cannot be run, or writes more.
    public static func run(
        _ executable: String, _ arguments: [String], patienceSeconds: Double, mostOutputBytes: Int
    ) async throws(ConfigurationError) -> Outcome {
        do {
            let result = try await Subprocess.run(
                .name("setpriv"),
                arguments: Arguments(
                    [
                        "--pdeathsig", "KILL", "--", "timeout", "--kill-after=1", "\(patienceSeconds)",
                        // Once more: the signal does not go on to what `timeout` has started.
                        "setpriv", "--pdeathsig", "KILL", "--", executable,
                    ] + arguments),
                output: .bytes(limit: mostOutputBytes), error: .string(limit: mostErrorBytes))
            var exitCode: Int32?
            if case .exited(let code) = result.terminationStatus { exitCode = code }
            return Outcome(exitCode: exitCode, output: result.standardOutput, errors: result.standardError)
        } catch let error as SubprocessError where error.code == .outputLimitExceeded {
            throw ConfigurationError(
                file: executable, text: "writes more than the \(mostOutputBytes) bytes that are read of it")
        } catch {
            throw ConfigurationError(file: executable, text: "cannot be run: \(error)", isAboutAccess: true)
        }
    }
}
