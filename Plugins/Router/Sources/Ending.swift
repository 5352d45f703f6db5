import Glibc
import NavigationEvents
import Platform

/// The exit codes of the commands `ask` and `check`, from `sysexits.h`.
enum Ending: Int32 {
    case found = 0
    case usage = 64
    case none = 69
    case brokenOutput = 74
}

/// Writes a message with the name of the program to standard error.
func say(_ text: String) { Terminal.error("navbus-router: \(text)") }
