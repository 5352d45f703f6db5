import Foundation
import TestSupport

/// Fault 17: the paths of the sockets are taken.
struct TakenPaths: Fault {
    let title = "socket path is a file, a link, foreign, taken"
    let passes = "refused with a reason, nothing deleted"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for name in ["requests", "events"] {
            try outcome.note(refused { try Data("precious".utf8).write(to: URL(filePath: "\($0)/\(name)")) })
            try outcome.note(
                refused { folder in
                    try FileManager.default.createSymbolicLink(
                        atPath: "\(folder)/\(name)", withDestinationPath: "/etc/passwd")
                })
            try outcome.note(
                refused { folder in
                    try FileManager.default.createDirectory(
                        atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
                })
        }
        try outcome.note(refused { chmod($0, 0o777) })
        try outcome.note(taken())
        return outcome
    }

    /// Prepares a run folder and starts a bus in it, which must end with a reason and change nothing.
    private func refused(_ prepare: (String) throws -> Void) throws -> [String] {
        let folder = try TemporaryFolder()
        let run = "\(folder.path)/run"
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
        chmod(run, 0o750)
        try prepare(run)
        let before = Self.listing(run)
        let file = try folder.write("controls = []\n", to: "empty.toml")
        let end = try BuiltProgram.navbus.run(["run", "--config", file, "--run-folder", run])
        var problems: [String] = []
        if end.exitCode == 0 || !end.errors.contains(run) {
            problems.append("exit code \(end.exitCode): \(end.errors)")
        }
        let after = Self.listing(run)
        for (name, facts) in before where after[name] != facts { problems.append("\(name) was changed") }
        return problems
    }

    /// A second bus in the folder of a running one.
    private func taken() throws -> [String] {
        let folder = try TemporaryFolder()
        let file = try folder.write("controls = []\n", to: "empty.toml")
        let arguments = ["run", "--config", file, "--run-folder", "\(folder.path)/run"]
        let first = try BuiltProgram.navbus.start(arguments)
        let status = ["status", "--endpoint", "ipc://\(folder.path)/run/requests"]
        guard first.wait(until: { _ in (try? BuiltProgram.navbus.run(status).exitCode) == 0 }) else {
            return ["the first bus did not start: \(first.errors)"]
        }
        let second = try BuiltProgram.navbus.run(arguments)
        var problems = second.errors.contains("one is running there") ? [] : ["the second said: \(second.errors)"]
        if try BuiltProgram.navbus.run(status).exitCode != 0 { problems.append("the first bus lost its path") }
        first.signal(SIGTERM)
        _ = first.wait()
        return problems
    }

    private static func listing(_ folder: String) -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var facts: [String: String] = [:]
        for name in names where name == "requests" || name == "events" {
            var status = stat()
            lstat("\(folder)/\(name)", &status)
            facts[name] = "\(status.st_ino) \(status.st_mode) \(status.st_size)"
        }
        return facts
    }
}
