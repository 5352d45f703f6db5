import Foundation
import Platform
import TestSupport
import Testing

/// A run in a folder of its own, and access to its processes.
struct SupervisedRun {
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// A source that never delivers a position, so that the run waits.
    static let waiting = "kind = \"gpsd\"\nport = 1"

    /// The example drive.
    static func drive(speed: String) -> String {
        "kind = \"nmea\"\npath = \"\(example("drive.nmea"))\"\nspeed = \(speed)"
    }

    static func example(_ name: String) -> String { package.appending(path: "examples/first-drive/\(name)").path }

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // A folder in NAVBUS_CONTROLS_PATH must exist.
        try folder.write("", to: "plugins/README")
    }

    var runFolder: String { "\(folder.path)/run" }
    var environment: [String: String] {
        [
            "NO_COLOR": "1", "NAVBUS_CONTROLS_PATH": "\(folder.path)/plugins",
            "NAVBUS_ENDPOINT": "ipc://\(runFolder)/requests",
        ]
    }

    /// Starts `navbus run` with the route of the example.
    func start(
        controls: [String], source: String = waiting, extra: String = "", arguments: [String] = [],
        environment more: [String: String] = [:]
    ) throws -> RunningProgram {
        let names = controls.map { "\"\($0)\"" }.joined(separator: ", ")
        let file = try folder.write(
            "controls = [\(names)]\n[source]\n\(source)\n[route]\npath = \"\(Self.example("route.json"))\"\n\(extra)\n",
            to: "drive.toml")
        return try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", runFolder] + arguments,
            environment: environment.merging(more) { $1 })
    }

    /// Installs a shell script as a control.
    func install(_ id: String, _ script: String, topics: [String] = [], manifest: String = "") throws {
        try folder.write(
            "id = \"\(id)\"\nsummary = \"For a test.\"\nexecutable = \"\(id).sh\"\ncontract = 1\ntopics = \(topics)\n\(manifest)\n",
            to: "plugins/\(id)/plugin.toml")
        try folder.write("#!/bin/sh\n\(script)\n", to: "plugins/\(id)/\(id).sh", mode: 0o755)
    }

    /// The output of `navbus status --json`; `nil` if no bus answers.
    func status() -> [String: Any]? {
        guard let outcome = try? BuiltProgram.navbus.run(["status", "--json"], environment: environment),
            let object = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        else { return nil }
        return (object["reply"] as? [String: Any])?["status"] as? [String: Any]
    }

    /// The process id of the bus; `nil` if no bus answers.
    func busProcess() -> Int32? { status().flatMap { Self.number($0["processId"]) } }

    /// The state of a control in the status of the bus.
    func control(_ id: String) -> (process: Int32, state: String, restarts: Int)? {
        let controls = status()?["controls"] as? [[String: Any]] ?? []
        guard let found = controls.first(where: { $0["control"] as? String == id }) else { return nil }
        return (
            Self.number(found["processId"]) ?? 0, found["state"] as? String ?? "",
            Self.number(found["restarts"]).map(Int.init) ?? 0
        )
    }

    /// Waits until a control runs in another process than the given one, and returns its process id.
    func process(of id: String, not former: Int32 = 0) throws -> Int32 {
        var found: Int32 = 0
        let isThere = eventually {
            guard let control = control(id), control.state.hasSuffix("RUNNING"), control.process != former else {
                return false
            }
            found = control.process
            return found > 0
        }
        try #require(isThere, "\(id): \(String(describing: control(id)))")
        return found
    }

    /// The processes whose command line or environment names the folder of the run.
    func processes() -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { name in
            guard Int32(name) != nil, Int32(name) != getpid() else { return false }
            return ["cmdline", "environ"].contains { file in
                let bytes = FileManager.default.contents(atPath: "/proc/\(name)/\(file)") ?? Data()
                return bytes.range(of: Data(folder.path.utf8)) != nil
            }
        }
    }

    static func number(_ value: Any?) -> Int32? {
        (value as? NSNumber)?.int32Value ?? (value as? String).flatMap { Int32($0) }
    }
}
