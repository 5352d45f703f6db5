import Foundation
import Platform
import TestSupport
import Testing

/// Runs with problems: wrong files, repeated interrupts, misbehaving controls.
@Suite(.serialized) struct RunTroubleTests {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(
        controls: [String] = [], source: String, extra: String = "", arguments: [String] = []
    ) throws -> RunningProgram {
        let route = Self.package.appending(path: "examples/first-drive/route.json").path
        let names = controls.map { "\"\($0)\"" }.joined(separator: ", ")
        let file = try folder.write(
            "controls = [\(names)]\n[source]\n\(source)\n[route]\npath = \"\(route)\"\n\(extra)\n", to: "drive.toml")
        return try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", "\(folder.path)/run"] + arguments,
            environment: ["NO_COLOR": "1", "NAVBUS_CONTROLS_PATH": "\(folder.path)/plugins"])
    }

    private func run(
        controls: [String] = [], source: String, extra: String = "", arguments: [String] = []
    ) throws -> BuiltProgram.Outcome {
        try start(controls: controls, source: source, extra: extra, arguments: arguments).wait()
    }

    private func install(_ id: String, _ script: String) throws {
        try folder.write(
            "id = \"\(id)\"\nsummary = \"For a test.\"\nexecutable = \"\(id).sh\"\ncontract = 1\ntopics = []\n",
            to: "plugins/\(id)/plugin.toml")
        try folder.write("#!/bin/sh\n\(script)\n", to: "plugins/\(id)/\(id).sh", mode: 0o755)
    }

    private static let waiting = "kind = \"gpsd\"\nport = 1"
    private static let recorded =
        "kind = \"nmea\"\npath = \"\(package.appending(path: "examples/first-drive/drive.nmea").path)\"\nspeed = \"max\""

    @Test func `a missing recording is reported before any process is started`() throws {
        let outcome = try run(source: "kind = \"nmea\"\npath = \"gone.nmea\"")
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("\(folder.path)/gone.nmea: cannot be read: No such file"))
        #expect(outcome.output.isEmpty)
    }

    @Test func `a device outside of dev is not read as a recording`() throws {
        let link = "\(folder.path)/receiver"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        let outcome = try run(source: "kind = \"nmea\"\npath = \"receiver\"")
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("\(link): is a device; give its path below /dev as source.path"))
    }

    @Test func `a recording without a position is an error`() throws {
        try folder.write("$GPRMC,000000,V,,,,,,,010100,,*00\nnothing\n", to: "empty.nmea")
        let outcome = try run(source: "kind = \"nmea\"\npath = \"empty.nmea\"\nspeed = \"max\"")
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("warning: failed to read line 1 of"))
        #expect(outcome.errors.contains("empty.nmea: held no position that could be used"))
        #expect(outcome.output.contains("navigation stopped"))
    }

    @Test(arguments: [16, 24, 48]) func `too few file descriptors are an error and no crash`(files: Int) throws {
        let script = "ulimit -n \(files); exec \(BuiltProgram.navbus.url.path) run --run-folder \(folder.path)/run"
        try folder.write("controls = []\n", to: "drive.toml")
        let outcome = try BuiltProgram(url: URL(filePath: "/bin/sh")).run(
            ["-c", script + " --config \(folder.path)/drive.toml"])
        #expect(outcome.exitCode == 71)
        #expect(outcome.errors.contains("Too many open files; raise the limit of open files (ulimit -n)"))
    }

    @Test func `times that run backwards are reported`() throws {
        let drive = try String(
            contentsOf: Self.package.appending(path: "examples/first-drive/drive.nmea"), encoding: .utf8)
        let backwards =
            drive.split(whereSeparator: \.isNewline).prefix(60).reversed().joined(separator: "\r\n") + "\r\n"
        try folder.write(backwards, to: "backwards.nmea")
        let outcome = try run(source: "kind = \"nmea\"\npath = \"backwards.nmea\"\nspeed = \"max\"")
        #expect(outcome.errors.contains("a fix was not used: its time is before that of the previous fix (1 so far)"))
    }

    @Test func `a setting of a control that is not started is refused`() throws {
        let outcome = try run(source: Self.waiting, arguments: ["--set", "lanes.folder=x"])
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains("runs no control \"lanes\"; it runs: none"))
    }

    @Test func `the section of a control that is switched off is checked too`() throws {
        let outcome = try run(source: Self.waiting, extra: "[lanes]\nfoldr = \"x\"")
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains("drive.toml:8:1: the control lanes has no setting \"foldr\"; did you mean"))
    }

    @Test func `a closed terminal ends the run cleanly`() throws {
        let bus = try start(controls: ["console"], source: Self.waiting)
        #expect(bus.wait { $0.output.contains("navigation started") && $0.output.contains("console  started") })
        bus.signal(SIGHUP)
        let outcome = bus.wait()
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.contains("navigation stopped"))
        #expect(outcome.lines.contains { $0.hasPrefix("console") && $0.hasSuffix("stopped") })
    }

    @Test func `a second interrupt kills a control that does not end`() throws {
        try install("stubborn", "trap 'echo asked' TERM; echo here; while :; do sleep 0.05; done")
        let bus = try start(controls: ["stubborn"], source: Self.waiting)
        #expect(bus.wait { $0.output.contains("stubborn  here") })
        bus.signal(SIGINT)
        #expect(bus.wait { $0.output.contains("stubborn  asked") })
        bus.signal(SIGINT)
        let outcome = bus.wait()
        #expect(outcome.exitCode == 0)
    }

    @Test func `any output of a control is shown`() throws {
        try install(
            "chatty",
            "head -c 2000000 /dev/zero | tr '\\0' x; echo; printf 'clear \\033[2J\\n'; head -c 999 /dev/zero; echo; echo after"
        )
        let outcome = try run(controls: ["chatty", "console"], source: Self.recorded)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.filter { $0 == "x" }.count >= 2_000_000)
        #expect(outcome.lines.contains("chatty  clear ␛[2J"))
        #expect(outcome.lines.contains("chatty  after"))
        #expect(outcome.lines.contains { $0.hasPrefix("console") && $0.hasSuffix("stopped") })
    }

    @Test func `a bus that hangs is not reported as absent`() throws {
        let environment = ["NO_COLOR": "1", "NAVBUS_ENDPOINT": "ipc://\(folder.path)/run/requests"]
        #expect(
            try BuiltProgram.navbus.run(["doctor"], environment: environment).output.contains("absent  bus: none runs"))
        // With the default, the launcher would replace the bus before the doctor runs.
        let bus = try start(source: Self.waiting, extra: "[supervision]\nsilentSeconds = 60")
        #expect(bus.wait { $0.output.contains("navigation started") })
        let status = try BuiltProgram.navbus.run(["status"], environment: environment).output
        let process = try #require(status.firstMatch(of: /process (\d+)/).flatMap { Int32($0.1) })
        kill(process, SIGSTOP)
        let outcome = try BuiltProgram.navbus.run(["doctor"], environment: environment)
        kill(process, SIGCONT)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output.contains("fault   bus: one listens at ipc://\(folder.path)/run/requests but does not answer")
        )
        bus.signal(SIGTERM)
        #expect(bus.wait().exitCode == 0)
    }

    @Test func `a run that cannot stop navigation because its bus hangs does not end with 0`() throws {
        let extra = "[supervision]\nsilentSeconds = 60\nstopSeconds = 0.5"
        let bus = try start(source: Self.waiting, extra: extra)
        #expect(bus.wait { $0.output.contains("navigation started") })
        let environment = ["NO_COLOR": "1", "NAVBUS_ENDPOINT": "ipc://\(folder.path)/run/requests"]
        let status = try BuiltProgram.navbus.run(["status"], environment: environment).output
        let process = try #require(status.firstMatch(of: /process (\d+)/).flatMap { Int32($0.1) })
        kill(process, SIGSTOP)
        bus.signal(SIGTERM)
        let outcome = bus.wait()
        #expect(outcome.exitCode == 69)
        #expect(outcome.errors.contains("navbus: failed to reach a bus"), "\(outcome.errors)")
    }

    @Test func `a tap with an invalid name is refused`() throws {
        let outcome = try BuiltProgram.navbus.run(["tap", "--name", "a b"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("1 to 32 of a-z"))
    }

    @Test func `an unknown way of events is named`() throws {
        let outcome = try BuiltProgram.navbus.run(["tap"], environment: ["NAVBUS_TRANSPORT": "pigeon"])
        #expect(outcome.exitCode != 0)
        #expect(outcome.errors.contains("NAVBUS_TRANSPORT = \"pigeon\": automatic, zmq or ring"), "\(outcome.errors)")
        #expect(try BuiltProgram.navbus.run(["tap", "--transport", "pigeon"]).exitCode == 64)
    }

    @Test func `a full disk for standard output is an error`() throws {
        let outcome = try BuiltProgram.shell.run([
            "-c", "exec '\(BuiltProgram.navbus.url.path)' controls >/dev/full",
        ])
        #expect(outcome.exitCode == 74)
        #expect(outcome.errors.contains("failed to write to standard output: No space left on device"))
    }

    @Test func `a closed standard output is an error, and no socket replaces it`() throws {
        let outcome = try BuiltProgram.shell.run(["-c", "exec '\(BuiltProgram.navbus.url.path)' controls >&-"])
        #expect(outcome.exitCode == 74)
        #expect(outcome.errors.contains("Bad file descriptor"))
    }

    @Test func `two demos cannot use the same folder`() throws {
        let first = try BuiltProgram.navbus.start(["demo", "--speed", "1", "--out", folder.path])
        #expect(first.wait { $0.output.contains("start") })
        let second = try BuiltProgram.navbus.run(["demo", "--speed", "max", "--out", folder.path])
        #expect(second.exitCode == 66)
        #expect(second.errors.contains("\(folder.path): is used by another demo; name another folder with --out"))
        first.signal(SIGINT)
        #expect(first.wait().exitCode == 0)
    }
}

extension BuiltProgram {
    /// The shell of the system.
    fileprivate static let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))
}
