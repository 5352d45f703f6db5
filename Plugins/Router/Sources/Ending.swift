import Glibc
import NavigationEvents
import Platform

/// How a question on the command line ends; the numbers are those of `sysexits.h`.
enum Ending: Int32 {
    case found = 0
    case usage = 64
    case none = 69
    case brokenOutput = 74
}

/// Writes a line to standard error.
func say(_ text: String) { Terminal.error("navbus-router: \(text)") }
