import ArgumentParser

/// The exit codes of `navbus`, after sysexits.h.
enum ExitStatus {
    /// `navbus doctor` has found a fault.
    static let unhealthy = ExitCode(1)
    /// Two recordings differ.
    static let different = ExitCode(1)
    /// A file cannot be read or created, or a recording has no position.
    static let noInput = ExitCode(66)
    /// No bus answers.
    static let unreachable = ExitCode(69)
    /// A socket or process could not be set up.
    static let systemError = ExitCode(71)
    /// The output could not be written.
    static let outputError = ExitCode(74)
    /// The bus refused the request.
    static let refused = ExitCode(76)
    /// The configuration is wrong.
    static let configuration = ExitCode(78)
}
