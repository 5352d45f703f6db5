import NavigationEvents
import Platform
import Supervisor

/// The bus did not start: its own error output and exit code.
package struct BusStartFailure: Error, CustomStringConvertible {
    package let description: String
    /// The exit code of the bus; 71 (a process cannot be set up) if it did not end with one of its own.
    package let exitCode: Int32

    init(ending: ProcessEnding?, output: [ControlOutput]) {
        let lines = output.map { $0.line.droppingPrefix("navbus-bus: ").printable }
        if case .exited(let code) = ending, code > 0, code != 127 {
            exitCode = code
        } else {
            exitCode = ExitStatus.systemError.rawValue
        }
        let reason = "the bus \(ending.map { "\($0)" } ?? "did not come up")"
        description = lines.isEmpty ? reason : lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate func droppingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
