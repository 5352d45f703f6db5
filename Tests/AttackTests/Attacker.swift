import Foundation
import TestSupport

/// A program of `Attackers`: it knows the contract only, and prints its figures as one JSON object on its last line.
///
/// The modules of the contract's peer (`Tests/ContractPageTests/Peer`) and the Python messages are on its path.
struct Attacker {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// File name, such as `frames.py`.
    let script: String

    /// Absolute path of the script.
    var file: String { Self.package.appending(path: "Tests/AttackTests/Attackers/\(script)").path }

    /// What it finds in its environment.
    var environment: [String: String] {
        let path = ["examples/python", "Tests/ContractPageTests/Peer", "Tests/AttackTests/Attackers"]
            .map { Self.package.appending(path: $0).path }.joined(separator: ":")
        return ["PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"]
    }

    /// Starts the attacker; it continues while the test looks at its target.
    func start(_ arguments: [String]) throws -> RunningProgram {
        try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start([file] + arguments, environment: environment)
    }

    /// Runs the attacker to its end and returns its figures.
    func run(_ arguments: [String], seconds: Double = 60) throws -> [String: Any] {
        let outcome = try start(arguments).wait(seconds: seconds)
        guard outcome.exitCode == 0, let last = outcome.lines.last,
            let figures = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
        else { throw AttackerFailure(script: script, outcome: outcome) }
        return figures
    }
}

/// An attacker that could not do its work.
struct AttackerFailure: Error, CustomStringConvertible {
    let script: String
    let outcome: BuiltProgram.Outcome

    var description: String { "\(script) ended with \(outcome.exitCode): \(outcome.output)\(outcome.errors)" }
}
