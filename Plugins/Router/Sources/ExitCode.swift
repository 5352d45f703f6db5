import Glibc
import NavigationEvents
import Platform

/// The exit codes of the commands `ask` and `check`, from `sysexits.h`.
enum ExitCode: Int32 {
    case found = 0
    case usage = 64
    case unavailable = 69
    case brokenOutput = 74
}

/// Writes a message with the name of the program to standard error.
func logError(_ text: String) { Terminal.error("navbus-router: \(text)") }
