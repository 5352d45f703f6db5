import Foundation
import TestSupport

/// Runs hostile peers, the Python scripts in Tests/Faults/Hostile.
enum Hostile {
    /// The reason why the scripts cannot run; `nil` if they can.
    static let obstacle: String? = {
        let tried = try? PythonInterpreter.run(["-c", "import zmq"])
        return tried?.exitCode == 0 ? nil : "the Python of the tests is missing (make python)"
    }()

    /// Starts a script.
    ///
    /// - Parameters:
    ///   - script: name of the script.
    ///   - arguments: its arguments.
    ///   - user: the user id for the script; `nil` for that of the tests.
    static func start(_ script: String, _ arguments: [String], user: Int? = nil) throws -> RunningProgram {
        let file = FaultContext.package.appending(path: "Tests/Faults/Hostile/\(script).py").path
        var command = [PythonInterpreter.path, "-u", file] + arguments
        if let user { command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command }
        return try BuiltProgram(url: URL(filePath: "/usr/bin/env")).start(command)
    }

    /// The shell command that runs a script.
    static func command(_ script: String, _ arguments: [String]) -> String {
        let file = FaultContext.package.appending(path: "Tests/Faults/Hostile/\(script).py").path
        return ([PythonInterpreter.path, "-u", file] + arguments).map { "'\($0)'" }.joined(separator: " ")
    }

    /// Runs a script to its end and returns the JSON object of its last line.
    static func run(_ script: String, _ arguments: [String], user: Int? = nil) throws -> [String: Any] {
        try result(of: start(script, arguments, user: user), script)
    }

    /// Waits for the end of a script and returns the JSON object of its last line.
    static func result(of program: RunningProgram, _ script: String) throws -> [String: Any] {
        let outcome = program.wait()
        let object = outcome.lines.last.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
        guard outcome.exitCode == 0, let facts = object as? [String: Any] else {
            throw FaultError(
                "run \(script).py: exit code \(outcome.exitCode), \(outcome.output.suffix(200)) \(outcome.errors.suffix(400))"
            )
        }
        return facts
    }
}

extension [UInt8] {
    /// The bytes in hexadecimal, as an argument of a script.
    var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
