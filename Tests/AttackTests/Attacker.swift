import Foundation
import TestSupport

/// Runs a program of `Attackers`, which is written from the contract alone and prints its results as a JSON object.
///
/// Its Python path includes the peer of the contract (`Tests/ContractPageTests/Peer`) and the Python messages.
struct Attacker {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// File name, such as `frames.py`.
    let script: String

    /// Absolute path of the script.
    var file: String { Self.package.appending(path: "Tests/AttackTests/Attackers/\(script)").path }

    /// Additional variables of its environment.
    var environment: [String: String] {
        let path = ["examples/python", "Tests/ContractPageTests/Peer", "Tests/AttackTests/Attackers"]
            .map { Self.package.appending(path: $0).path }.joined(separator: ":")
        return ["PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"]
    }

    /// Starts the attacker, which runs while the test observes its target.
    func start(_ arguments: [String]) throws -> RunningProgram {
        try BuiltProgram(url: URL(filePath: PythonInterpreter.path)).start([file] + arguments, environment: environment)
    }

    /// Runs the attacker to its end and returns its results.
    func run(_ arguments: [String], seconds: Double = 60) throws -> [String: Any] {
        let outcome = try start(arguments).wait(seconds: seconds)
        guard outcome.exitCode == 0, let last = outcome.lines.last,
            let figures = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
        else { throw AttackerFailure(script: script, outcome: outcome) }
        return figures
    }
}

/// The failure of an attacker.
struct AttackerFailure: Error, CustomStringConvertible {
    let script: String
    let outcome: BuiltProgram.Outcome

    var description: String { "\(script) ended with \(outcome.exitCode): \(outcome.output)\(outcome.errors)" }
}
