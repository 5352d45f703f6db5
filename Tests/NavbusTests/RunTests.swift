import EventCodec
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

/// Recorded drives on a real bus: `navbus run` with real controls and a tap.
@Suite(.serialized) struct RunTests {
    /// The folder of the package, which has the example.
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func example(_ name: String) -> String {
        package.appending(path: "examples/first-drive/\(name)").path
    }

    /// A configuration of the example drive.
    private static func profile(
        controls: [String] = [], source: String? = nil, route: Bool = true, extra: String = ""
    ) -> String {
        let names = controls.map { "\"\($0)\"" }.joined(separator: ", ")
        let drive = source ?? "kind = \"nmea\"\npath = \"\(example("drive.nmea"))\"\nspeed = \"max\""
        let start = route ? "[route]\npath = \"\(example("route.json"))\"" : ""
        return "controls = [\(names)]\n[source]\n\(drive)\n\(start)\n\(extra)\n"
    }

    /// A run folder with a short path, and the environment for its bus.
    private struct Sandbox {
        let folder: TemporaryFolder
        var run: String { "\(folder.path)/run" }
        var environment: [String: String] { ["NAVBUS_ENDPOINT": "ipc://\(run)/requests", "NO_COLOR": "1"] }

        init() throws { folder = try TemporaryFolder() }

        func start(_ profile: String, arguments: [String] = []) throws -> RunningProgram {
            let file = try folder.write(profile, to: "drive.toml")
            return try BuiltProgram.navbus.start(
                ["run", "--config", file, "--run-folder", run] + arguments, environment: ["NO_COLOR": "1"])
        }

        func tap(_ arguments: [String] = ["--json"]) throws -> RunningProgram {
            try BuiltProgram.navbus.start(["tap"] + arguments, environment: environment)
        }

        func navbus(_ arguments: String...) throws -> BuiltProgram.Outcome {
            try BuiltProgram.navbus.run(arguments, environment: environment)
        }
    }

    private static func events(_ json: String) throws -> [[String: Any]] {
        try json.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }

    private static func sequence(_ event: [String: Any]) -> Int {
        (event["sequence"] as? String).flatMap(Int.init) ?? -1
    }

    /// Runs the example drive at full speed, and returns all events that a tap has received. The tap is started like a
    /// control, so the drive waits for it.
    private static func wholeDrive(source: String? = nil, route: Bool = true) throws -> [[String: Any]] {
        let sandbox = try Sandbox()
        let seen = "\(sandbox.folder.path)/seen.jsonl"
        try sandbox.folder.write(manifest("recorder", "recorder.sh"), to: "plugins/recorder/plugin.toml")
        try sandbox.folder.write(
            "#!/bin/sh\nexec \(BuiltProgram.navbus.url.path) tap --json --name recorder >\(seen)\n",
            to: "plugins/recorder/recorder.sh", mode: 0o755)
        let file = try sandbox.folder.write(
            profile(controls: ["recorder", "console"], source: source, route: route), to: "drive.toml")
        let outcome = try BuiltProgram.navbus.run(
            ["run", "--config", file, "--run-folder", sandbox.run],
            environment: ["NAVBUS_CONTROLS_PATH": "\(sandbox.folder.path)/plugins", "NO_COLOR": "1"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try events(String(contentsOfFile: seen, encoding: .utf8))
    }

    @Test func `a tap receives the whole drive in order without a gap`() throws {
        let seen = try Self.wholeDrive()
        let numbers = seen.map(Self.sequence)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
        let kinds = seen.compactMap { event in
            ["gps", "heading", "navigation", "navigationStarted", "navigationStopped", "control"].first {
                event[$0] != nil
            }
        }
        #expect(kinds.count == seen.count)
        #expect(kinds.filter { $0 == "navigationStarted" }.count == 1)
        #expect(kinds.filter { $0 == "navigationStopped" }.count == 1)
        let navigations = kinds.indices.filter { kinds[$0] == "navigation" }
        #expect(navigations.count > 600)
        let (first, last) = try (#require(navigations.first), #require(navigations.last))
        #expect(try #require(kinds.firstIndex(of: "navigationStarted")) < first)
        #expect(try #require(kinds.firstIndex(of: "navigationStopped")) > last)
        let arrival = try #require(seen[last]["navigation"] as? [String: Any])
        #expect(arrival["isDestinationReached"] as? Bool == true)
        // Events without a fix as their cause have no tick.
        #expect(seen.filter { $0["control"] != nil }.allSatisfy { $0["tick"] == nil })
        #expect(seen[last]["tick"] != nil)
    }

    @Test func `a tap that waits for a bus ends normally after a signal`() throws {
        let tap = try Sandbox().tap()
        #expect(tap.wait { $0.errors.contains("waiting for a bus") })
        tap.signal(SIGINT)
        #expect(tap.wait().exitCode == 0)
    }

    @Test func `guidance carries the fix from which it was computed`() throws {
        var fixes: [String: NSDictionary] = [:]
        var compared = 0
        for event in try Self.wholeDrive() {
            guard let tick = event["tick"] as? String else { continue }
            if let fix = event["gps"] as? NSDictionary { fixes[tick] = fix }
            guard let info = event["navigation"] as? [String: Any] else { continue }
            compared += 1
            #expect(info["fix"] as? NSDictionary == fixes[tick])
        }
        #expect(compared > 600)
    }

    @Test func `without navigation only fixes and headings are published`() throws {
        let seen = try Self.wholeDrive(route: false)
        #expect(seen.filter { $0["gps"] != nil }.count > 600)
        #expect(seen.allSatisfy { $0["gps"] != nil || $0["heading"] != nil || $0["control"] != nil })
    }

    @Test func `a second bus in the same folder is refused, and the first one continues`() throws {
        let sandbox = try Sandbox()
        let first = try sandbox.start(Self.profile(source: "kind = \"gpsd\"\nport = 1", route: false))
        #expect(first.wait { $0.output.contains("bus up") })
        let second = try sandbox.start(Self.profile(source: "kind = \"gpsd\"\nport = 1", route: false)).wait()
        #expect(second.exitCode == 71)
        #expect(
            second.errors.hasPrefix("navbus: failed to start a bus in \(sandbox.run): one is running there (process "))
        #expect(second.output.isEmpty)
        #expect(try sandbox.navbus("status").exitCode == 0)
        first.signal(SIGTERM)
        #expect(first.wait().exitCode == 0)
    }

    @Test func `a route is started and stopped from another process`() throws {
        let sandbox = try Sandbox()
        let bus = try sandbox.start(Self.profile(source: "kind = \"gpsd\"\nport = 1", route: false))
        #expect(bus.wait { $0.output.contains("bus up") })
        #expect(try sandbox.navbus("status").output.contains("session main: stopped"))
        #expect(try sandbox.navbus("start", Self.example("route.json")).output.hasPrefix("started: "))
        #expect(try sandbox.navbus("status").output.contains("session main: enroute"))
        #expect(try sandbox.navbus("stop").exitCode == 0)
        #expect(try sandbox.navbus("stop").exitCode == 0)
        #expect(try sandbox.navbus("status").output.contains("session main: stopped"))
        #expect(try sandbox.navbus("stop", "--session", "nobody").exitCode == 76)
        #expect(try sandbox.navbus("skip").exitCode == 0)
        #expect(try sandbox.navbus("skip", "--session", "nobody").exitCode == 76)
        bus.signal(SIGINT)
        #expect(bus.wait().exitCode == 0)
        #expect(bus.output.components(separatedBy: "navigation stopped").count == 2)
    }

    @Test func `a control that ends at once and a missing control do not stop the run`() throws {
        let sandbox = try Sandbox()
        try sandbox.folder.write(Self.manifest("hasty", "hasty.sh"), to: "plugins/hasty/plugin.toml")
        try sandbox.folder.write("#!/bin/sh\nexit 3\n", to: "plugins/hasty/hasty.sh", mode: 0o755)
        try sandbox.folder.write(Self.manifest("ghost", "navbus-ghost"), to: "plugins/ghost/plugin.toml")
        // The control has to fail five times before the drive starts without it.
        let profile = Self.profile(
            controls: ["hasty", "ghost", "console"], extra: "[supervision]\nrestartSeconds = 0.05")
        let file = try sandbox.folder.write(profile, to: "drive.toml")
        let outcome = try BuiltProgram.navbus.run(
            ["run", "--config", file, "--run-folder", sandbox.run],
            environment: ["NAVBUS_CONTROLS_PATH": "\(sandbox.folder.path)/plugins", "NO_COLOR": "1"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("control hasty has failed: ended unexpectedly, with exit code 3"))
        let ghost = "\(sandbox.folder.path)/plugins/ghost"
        #expect(outcome.errors.contains("control ghost has failed: there is no navbus-ghost in \(ghost)"))
        try sandbox.folder.write("#!/bin/sh\n", to: "plugins/ghost/navbus-ghost", mode: 0o644)
        let again = try BuiltProgram.navbus.run(
            ["run", "--config", file, "--run-folder", sandbox.run],
            environment: ["NAVBUS_CONTROLS_PATH": "\(sandbox.folder.path)/plugins", "NO_COLOR": "1"])
        let program = "\(ghost)/navbus-ghost"
        #expect(again.errors.contains("failed: \(program) is not executable: chmod +x \(program)"))
        #expect(outcome.lines.contains { $0.hasPrefix("console") && $0.hasSuffix("stopped") })
    }

    @Test func `an installed control that cannot be used ends the run with the reason`() throws {
        let sandbox = try Sandbox()
        try sandbox.folder.write(Self.manifest("ghost", "navbus-ghost"), to: "plugins/ghost/plugin.toml")
        chmod("\(sandbox.folder.path)/plugins/ghost", 0o777)
        for profile in ["controls = [\"ghost\"]", "[ghost]\nloud = true"] {
            let file = try sandbox.folder.write(profile, to: "drive.toml")
            let outcome = try BuiltProgram.navbus.run(
                ["run", "--config", file, "--run-folder", sandbox.run],
                environment: ["NAVBUS_CONTROLS_PATH": "\(sandbox.folder.path)/plugins", "NO_COLOR": "1"])
            #expect(outcome.exitCode == 78)
            #expect(outcome.errors.contains("drive.toml:1:1: the control \"ghost\" cannot be used: "))
            #expect(outcome.errors.contains("chmod o-w \(sandbox.folder.path)/plugins/ghost"))
        }
    }

    @Test func `the status lists a tap as a tap`() throws {
        let sandbox = try Sandbox()
        let bus = try sandbox.start(Self.profile(controls: ["console"], source: "kind = \"simulate\"\nspeed = 2"))
        let tap = try sandbox.tap(["--name", "look"])
        #expect(tap.wait { $0.output.contains("onGPS") })
        let lines = try sandbox.navbus("status").lines
        #expect(lines.contains { $0.hasPrefix("tap look: running") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("control console: running") }, "\(lines)")
        for program in [tap, bus] {
            program.signal(SIGINT)
            _ = program.wait()
        }
    }

    @Test(arguments: [nil, "2026-05-04T08:00:00Z"])
    func `a simulated drive begins at the present time, or at the given one`(start: String?) throws {
        let sandbox = try Sandbox()
        let begin = Date.now
        let time = start.map { "\nstartTime = \"\($0)\"" } ?? ""
        let bus = try sandbox.start(Self.profile(source: "kind = \"simulate\"\nspeed = 2" + time))
        let tap = try sandbox.tap(["--json", "--only", "gps"])
        #expect(tap.wait { $0.output.contains("\n") })
        let event = try #require(Self.events(tap.output.split(separator: "\n").first.map(String.init) ?? "").first)
        let fix = try #require(event["gps"] as? [String: Any], "\(event)")
        let nanoseconds = try #require((fix["timeNanoseconds"] as? String).flatMap(Double.init), "\(fix)")
        let shown = Date(timeIntervalSince1970: nanoseconds / 1e9)
        let expected = start == nil ? begin : Date(timeIntervalSince1970: 1_777_881_600)
        #expect(shown >= expected && shown < expected.addingTimeInterval(3600), "\(shown)")
        for program in [tap, bus] {
            program.signal(SIGINT)
            _ = program.wait()
        }
    }

    @Test func `a tap whose reader ends is not left as a control of the bus`() throws {
        let sandbox = try Sandbox()
        let bus = try sandbox.start(
            Self.profile(controls: ["console"], source: "kind = \"simulate\"\nspeed = 2"))
        #expect(bus.wait { $0.output.contains("navigation started") })
        let look = Process()
        look.executableURL = URL(filePath: "/bin/sh")
        look.arguments = ["-c", "\"$0\" tap | head -n 1; exit 0", BuiltProgram.navbus.url.path]
        look.environment = ProcessInfo.processInfo.environment.merging(sandbox.environment) { $1 }
        look.standardOutput = FileHandle.nullDevice
        try look.run()
        look.waitUntilExit()
        let status = try sandbox.navbus("status").output
        #expect(status.contains("tap tap: stopped") || !status.contains("tap tap"), "\(status)")
        #expect(try !sandbox.navbus("controls").output.contains("tap       running"))
        bus.signal(SIGINT)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a paused terminal does not delay the drive`() throws {
        let sandbox = try Sandbox()
        let file = try sandbox.folder.write(Self.profile(controls: ["console", "haptics"]), to: "drive.toml")
        let run = try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", sandbox.run], environment: ["NO_COLOR": "1"], isRead: false)
        #expect(run.wait().exitCode == 0)
    }

    @Test func `controls end when their launcher is killed`() throws {
        let sandbox = try Sandbox()
        let bus = try sandbox.start(
            Self.profile(controls: ["console", "lanes", "haptics"], source: "kind = \"gpsd\"\nport = 1"))
        #expect(
            bus.wait { _ in
                (try? sandbox.navbus("status").output.components(separatedBy: ": running").count == 4) ?? false
            })
        let status = try sandbox.navbus("status").output
        let processes = status.matches(of: /control .*process (\d+)/).compactMap { Int32($0.1) }
        #expect(processes.count == 3)
        bus.signal(SIGKILL)
        _ = bus.wait()
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline, processes.contains(where: { kill($0, 0) == 0 }) {
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(!processes.contains { kill($0, 0) == 0 })
    }

    @Test func `a session with another name is guided as well`() throws {
        let sandbox = try Sandbox()
        let run = try sandbox.start(Self.profile(controls: ["console"], extra: "[bus]\nsession = \"van-7\""))
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.lines.contains("console  guidance   the destination is reached  [now]"))
    }

    @Test func `a control that is started by hand gets its settings`() throws {
        let sandbox = try Sandbox()
        let bus = try sandbox.start(
            Self.profile(source: "kind = \"gpsd\"\nport = 1", extra: "[lanes]\nfolder = \"by-bus\"\npanel = \"24x24\""))
        #expect(bus.wait { $0.output.contains("bus up") })
        let made = sandbox.folder.path
        let lanes = try BuiltProgram("navbus-lanes").start(
            ["--set", "folder=\(made)/by-hand"], environment: sandbox.environment)
        // The bus gives the setting of the panel; the paths of files are set only on the command line.
        let panel = "\(made)/by-hand/lanes.rgb565"
        #expect(lanes.wait { _ in FileManager.default.fileExists(atPath: panel) }, "\(lanes.errors)")
        lanes.signal(SIGTERM)
        #expect(lanes.wait().exitCode == 0)
        let other = try BuiltProgram("navbus-lanes").start([], environment: sandbox.environment)
        #expect(other.wait { $0.errors.contains("ignored the setting \"folder\" of the bus") }, "\(other.errors)")
        other.signal(SIGTERM)
        #expect(other.wait().exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(made)/by-bus/lanes.json"))
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a simulated drive arrives at the destination`() throws {
        let sandbox = try Sandbox()
        let bus = try sandbox.start(
            Self.profile(controls: ["console"], source: "kind = \"simulate\"\nspeed = \"max\"\nseed = 7"))
        let outcome = bus.wait()
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.lines.contains("console  guidance   the destination is reached  [now]"),
            "\(outcome.output.suffix(500))")
        #expect(outcome.lines.contains("navigation stopped: destination reached"))
    }

    private static func manifest(_ id: String, _ executable: String) -> String {
        "id = \"\(id)\"\nsummary = \"For a test.\"\nexecutable = \"\(executable)\"\ncontract = 1\ntopics = []\n"
    }
}
