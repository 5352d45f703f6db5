import ArgumentParser
import NavigationEvents
import Platform
import Supervisor

/// The bus did not start: its own error output and exit code.
struct BusStartFailure: Error, CustomStringConvertible {
    let description: String
    let exitCode: ExitCode

    init(ending: ProcessEnding?, output: [ControlOutput]) {
        let lines = output.map { $0.line.droppingPrefix("navbus-bus: ").printable }
        if case .exited(let code) = ending, code > 0, code != 127 {
            exitCode = ExitCode(code)
        } else {
            exitCode = ExitStatus.systemError.code
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
