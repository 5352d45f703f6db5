/// The exit codes of all programs, as in `sysexits.h`.
public enum ExitStatus: Int32, Sendable {
    /// The program did what it was asked to do.
    case success = 0
    /// The program did its work, and the result is negative: a test failed, recordings differ, a fault was found.
    case negative = 1
    /// The command line is invalid.
    case usage = 64
    /// An input file cannot be used, or does not contain what is needed.
    case noInput = 66
    /// There is no bus, no control, no device or no service to carry out the command.
    case unavailable = 69
    /// An internal error, or the outcome is unknown.
    case internalError = 70
    /// A socket, a thread or a process could not be set up.
    case systemError = 71
    /// The output cannot be written, or the device cannot be opened.
    case outputError = 74
    /// The bus refused the request, or two programs of navbus are not of the same version.
    case refused = 76
    /// A setting or the configuration is invalid.
    case configuration = 78
}
