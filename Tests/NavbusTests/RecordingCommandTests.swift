import EventCodec
import Foundation
import NavigationEvents
import Platform
import Recording
import TestSupport
import Testing

/// The commands for recordings, with real buses, controls and files.
@Suite(.serialized) struct RecordingCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// A folder with a bus of its own.
    private struct Sandbox {
        let folder: TemporaryFolder
        var run: String { "\(folder.path)/run" }
        var environment: [String: String] { ["NAVBUS_ENDPOINT": "ipc://\(run)/requests", "NO_COLOR": "1"] }

        init() throws { folder = try TemporaryFolder() }

        func path(_ name: String) -> String { "\(folder.path)/\(name)" }

        @discardableResult
        func navbus(_ arguments: String...) throws -> BuiltProgram.Outcome {
            try BuiltProgram.navbus.run(arguments, environment: environment)
        }

        func start(_ arguments: String...) throws -> RunningProgram {
            try BuiltProgram.navbus.start(arguments, environment: environment)
        }

        /// A configuration of the example drive.
        func profile(speed: String, controls: [String] = ["speech", "signs", "lanes", "haptics"]) throws -> String {
            let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "examples/first-drive").path
            return try folder.write(
                """
                controls = [\(controls.map { "\"\($0)\"" }.joined(separator: ", "))]
                [source]
                kind = "nmea"
                path = "\(example)/drive.nmea"
                speed = \(speed)
                [route]
                path = "\(example)/route.json"
                [speech]
                output = "wav"
                file = "\(path("speech.wav"))"
                [signs]
                folder = "\(path("signs"))"
                [lanes]
                folder = "\(path("lanes"))"
                [haptics]
                logFile = "\(path("haptics.log"))"

                """, to: "drive.toml")
        }

        /// Records the whole example drive, from before the start of its bus to after its end.
        func recordDrive(_ name: String = "drive.mcap", speed: String = "400", controls: [String]? = nil) throws {
            let recorder = try start("record", path(name))
            #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
            let profile = try controls.map { try self.profile(speed: speed, controls: $0) } ?? profile(speed: speed)
            let run = try navbus("run", "--config", profile, "--run-folder", self.run)
            #expect(run.exitCode == 0, "\(run.errors)")
            try end(recorder)
        }

        /// A recording of a few events.
        func smallRecording() throws -> String {
            let writer = try RecordingWriter(path: path("drive.mcap"))
            for event in TestRecording.drive(ticks: 12) { writer.append(event) }
            try writer.close()
            return path("drive.mcap")
        }

        func end(_ program: RunningProgram) throws {
            program.signal(SIGTERM)
            let outcome = program.wait()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
    }

    private static func events(_ path: String) throws -> [Envelope] {
        var reader = try RecordingReader(RecordingReader.parts(of: path))
        var events: [Envelope] = []
        while let event = try reader.next() { events.append(try event.envelope()) }
        return events
    }

    // MARK: - Recording

    @Test func `a recording contains the events of a tap, and none is missing`() throws {
        let tap = try sandbox.start("tap", "--json")
        #expect(tap.wait { $0.errors.contains("waiting for a bus") })
        try sandbox.recordDrive(speed: "100")
        tap.signal(SIGTERM)
        let seen = tap.wait().lines
        let lines = try sandbox.navbus("export", sandbox.path("drive.mcap"), "--jsonl").lines
        // Reports are not compared: tap and recorder connect and leave at different times.
        let events = seen.filter { !$0.contains("\"control\":{") }
        #expect(Set(events).isSubset(of: lines) && events.count > 1400, "\(events.count) of \(lines.count)")
        let numbers = try Self.events(sandbox.path("drive.mcap")).map(\.sequence)
        #expect(numbers == Array(1...UInt64(numbers.count)))
        let info = try sandbox.navbus("info", sandbox.path("drive.mcap"), "--json").output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(info.utf8)) as? [String: Any])
        #expect(object["missing"] as? Int == 0 && object["duplicates"] as? Int == 0 && object["tornBytes"] as? Int == 0)
        #expect(object["isWhole"] as? Bool == true)
        #expect(object["events"] as? Int == lines.count)
    }

    @Test func `the Python package mcap reads a recording`() throws {
        try sandbox.recordDrive()
        let script = """
            import sys, collections
            from mcap.reader import make_reader
            counts = collections.Counter()
            with open(sys.argv[1], 'rb') as file:
                for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages():
                    counts[schema.name] += 1
            print(counts['navbus.v1.Envelope'], counts['foxglove.LocationFix'])
            """
        let outcome = try PythonInterpreter.run(["-c", script, sandbox.path("drive.mcap")])
        let count = try Self.events(sandbox.path("drive.mcap")).count
        #expect(outcome.lines == ["\(count) 677"], "\(outcome.errors)")
    }

    @Test func `a recorder that is killed and restarted leaves no gap`() throws {
        let file = sandbox.path("drive.mcap")
        var recorder = try sandbox.start("record", file)
        #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
        let run = try sandbox.start(
            "run", "--config", try sandbox.profile(speed: "100", controls: ["haptics"]), "--run-folder", sandbox.run)
        #expect(run.wait { $0.output.contains("haptics ") })
        recorder.signal(SIGKILL)
        _ = recorder.wait()
        recorder = try sandbox.start("record", file)
        #expect(run.wait().exitCode == 0)
        try sandbox.end(recorder)
        #expect(FileManager.default.fileExists(atPath: sandbox.path("drive-0002.mcap")))
        let info = try sandbox.navbus("info", file)
        #expect(info.lines.contains { $0.contains("missing      none") }, "\(info.output)")
        #expect(info.lines.contains { $0.contains("duplicates   0") }, "\(info.output)")
        let events = try Self.events(file)
        #expect(events.count { $0.event.topic == .onGPS } == 677)
        // Each part can also be repaired alone.
        let mended = try sandbox.navbus("recover", file)
        #expect(mended.exitCode == 0, "\(mended.errors)")
        #expect(try sandbox.navbus("recover", file).exitCode == 66, "nothing is overwritten")
    }

    @Test func `a recording is overwritten only with --force`() throws {
        try sandbox.recordDrive(controls: [])
        let before = try Self.events(sandbox.path("drive.mcap"))
        try sandbox.recordDrive(controls: [])
        let after = try Self.events(sandbox.path("drive.mcap"))
        #expect(Array(after.prefix(before.count)) == before && after.count > before.count)
        #expect(Set(after.map(\.run)).count == 2)
        // A recorder that was killed leaves a tail, which is deleted too.
        let killed = try sandbox.start("record", sandbox.path("drive.mcap"))
        #expect(killed.wait { $0.errors.contains("waiting for a bus") })
        killed.signal(SIGKILL)
        _ = killed.wait()
        let recorder = try sandbox.start("record", sandbox.path("drive.mcap"), "--force")
        #expect(recorder.wait { $0.errors.contains("waiting for a bus") }, "\(recorder.errors)")
        try sandbox.end(recorder)
        #expect(try Self.events(sandbox.path("drive.mcap")).isEmpty)
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
        #expect(left.filter { $0.contains(".mcap") } == ["drive.mcap"])
    }

    @Test func `a full disk is reported and leaves an exact gap, and nothing else fails`() throws {
        // A limit of file sizes acts like a full disk, and can be removed again.
        let script = "ulimit -S -f 60; exec \(BuiltProgram.navbus.url.path) record \(sandbox.path("drive.mcap"))"
        let recorder = try BuiltProgram(url: URL(filePath: "/bin/sh")).start(
            ["-c", script], environment: sandbox.environment)
        #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
        let tap = try sandbox.start("tap", "--only", "control")
        let run = try sandbox.start(
            "run", "--config", try sandbox.profile(speed: "100", controls: []), "--run-folder", sandbox.run)
        #expect(recorder.wait { $0.errors.contains("events are counted until it works again") }, "\(recorder.errors)")
        #expect(tap.wait { $0.output.contains("recorder failed  recording") }, "\(tap.output)")
        let room = try BuiltProgram(url: URL(filePath: "/usr/bin/prlimit")).run([
            "--pid", "\(recorder.processID)", "--fsize=unlimited",
        ])
        #expect(room.exitCode == 0, "\(room.errors)")
        #expect(recorder.wait { $0.errors.contains("the recording continues") }, "\(recorder.errors)")
        #expect(run.wait().exitCode == 0)
        try sandbox.end(recorder)
        try sandbox.end(tap)
        let output = try sandbox.navbus("info", sandbox.path("drive.mcap"), "--json").output
        let info = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let gaps = try #require(info["gaps"] as? [[String: Any]])
        let counted = gaps.compactMap { $0["count"] as? Int }.reduce(0, +)
        #expect(counted == info["missing"] as? Int, "\(output)")
        #expect(info["duplicates"] as? Int == 0 && info["isWhole"] as? Bool == true)
        #expect(try Self.events(sandbox.path("drive.mcap")).contains { $0.event.topic == .onNavigationStopped })
    }

    @Test func `a recording in parts is one recording`() throws {
        let recorder = try sandbox.start("record", sandbox.path("drive.mcap"), "--rotate-minutes", "0.02")
        #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
        let profile = try sandbox.profile(speed: "200", controls: [])
        #expect(try sandbox.navbus("run", "--config", profile, "--run-folder", sandbox.run).exitCode == 0)
        try sandbox.end(recorder)
        let info = try sandbox.navbus("info", sandbox.path("drive.mcap"))
        #expect(info.lines.contains(sandbox.path("drive-0002.mcap")), "\(info.output)")
        #expect(info.lines.contains { $0.contains("missing      none") }, "\(info.output)")
        #expect(try Self.events(sandbox.path("drive-0001.mcap")).count { $0.event.topic == .onGPS } == 677)
    }

    @Test func `two recorders cannot write the same recording`() throws {
        let first = try sandbox.start("record", sandbox.path("drive.mcap"))
        #expect(first.wait { $0.errors.contains("waiting for a bus") })
        for arguments in [[], ["--force"]] {
            let second = try BuiltProgram.navbus.run(
                ["record", sandbox.path("drive.mcap")] + arguments, environment: sandbox.environment)
            #expect(
                second.exitCode == 66 && second.errors.contains("another recorder is writing it"), "\(second.errors)")
        }
        try sandbox.end(first)
    }

    // MARK: - Replay

    @Test func `a replay publishes the recorded bytes`() throws {
        try sandbox.recordDrive()
        let recorder = try sandbox.start("record", sandbox.path("again.mcap"))
        #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
        let replay = try sandbox.navbus(
            "replay", sandbox.path("drive.mcap"), "--speed", "max", "--wait", "1", "--run-folder", sandbox.run)
        #expect(replay.exitCode == 0 && replay.output.contains("events, unchanged"), "\(replay.output)\(replay.errors)")
        try sandbox.end(recorder)
        let diff = try sandbox.navbus("diff", sandbox.path("drive.mcap"), sandbox.path("again.mcap"), "--exact")
        #expect(diff.exitCode == 0, "\(diff.output)\(diff.errors)")
    }

    @Test func `controls do the same in a replay at every speed`() throws {
        // A fast recording, so that its replay at speed 1 is short too.
        try sandbox.recordDrive(speed: "200")
        for speed in ["1", "50", "max"] {
            let recorder = try sandbox.start("record", sandbox.path("at-\(speed).mcap"))
            #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
            let replay = try sandbox.navbus(
                "replay", sandbox.path("drive.mcap"), "--speed", speed, "--wait", "1", "--run-folder", sandbox.run,
                "--config", sandbox.profile(speed: "1"))
            #expect(replay.exitCode == 0, "\(replay.errors)")
            try sandbox.end(recorder)
            let diff = try sandbox.navbus("diff", sandbox.path("drive.mcap"), sandbox.path("at-\(speed).mcap"))
            #expect(diff.exitCode == 0, "at speed \(speed): \(diff.output)\(diff.errors)")
        }
    }

    @Test func `the replay of a part begins with the present route`() throws {
        try sandbox.recordDrive(speed: "200", controls: [])
        let recorder = try sandbox.start("record", sandbox.path("part.mcap"))
        #expect(recorder.wait { $0.errors.contains("waiting for a bus") })
        let replay = try sandbox.navbus(
            "replay", sandbox.path("drive.mcap"), "--from", "1", "--speed", "max", "--wait", "1", "--only",
            "navigation",
            "--only", "started", "--run-folder", sandbox.run)
        #expect(replay.exitCode == 0 && replay.output.contains("with new numbers"), "\(replay.errors)")
        try sandbox.end(recorder)
        let events = try Self.events(sandbox.path("part.mcap")).filter { $0.event.topic != .onControl }
        #expect(events.first?.event.topic == .onNavigationStarted && events.count > 100)
        #expect(Set(events.map(\.event.topic)) == [.onNavigationStarted, .onNavigation])
    }

    // MARK: - Comparison, traces and exports

    @Test func `diff finds a changed event`() throws {
        try sandbox.recordDrive(controls: [])
        let writer = try RecordingWriter(path: sandbox.path("other.mcap"))
        for var event in try Self.events(sandbox.path("drive.mcap")) {
            if event.tick == 100, case .navigation(var info) = event.event {
                info.currentStreetName = "Elsewhere"
                event.event = .navigation(info)
            }
            writer.append(event)
        }
        try writer.close()
        let diff = try sandbox.navbus("diff", sandbox.path("drive.mcap"), sandbox.path("other.mcap"))
        #expect(diff.exitCode == 1)
        #expect(diff.output.contains("tick 100)") && diff.output.contains("currentStreetName"), "\(diff.output)")
        #expect(diff.output.contains("| Elsewhere") && diff.output.contains("onGPS: 677 events, alike"))
        #expect(try sandbox.navbus("diff", sandbox.path("drive.mcap"), sandbox.path("none.mcap")).exitCode == 66)
        try sandbox.folder.write("no recording", to: "text.mcap")
        #expect(try sandbox.navbus("diff", sandbox.path("drive.mcap"), sandbox.path("text.mcap")).exitCode == 66)
    }

    @Test func `a cue is traced to its announcement`() throws {
        try sandbox.recordDrive(speed: "200")
        let trace = try sandbox.navbus("trace", sandbox.path("drive.mcap"), "--last")
        #expect(trace.output.contains("guidance   enroute, destination right"), "\(trace.output)")
        #expect(trace.output.contains("speech     utterance began \"you have arrived at Am Hackteufel"))
        let missing = try sandbox.navbus("trace", sandbox.path("drive.mcap"), "99999")
        #expect(missing.exitCode == 66 && missing.errors.contains("find tick 99999"))
        #expect(try sandbox.navbus("trace", sandbox.path("drive.mcap")).exitCode == 64)
    }

    @Test func `a running bus is traced from its journal`() throws {
        try sandbox.recordDrive(speed: "200", controls: [])
        let replay = try sandbox.start(
            "replay", sandbox.path("drive.mcap"), "--speed", "1", "--run-folder", sandbox.run)
        #expect(
            replay.wait { _ in
                (try? sandbox.navbus("trace", "live", "20"))?.output.contains("guidance   enroute") == true
            })
        replay.signal(SIGINT)
        #expect(replay.wait().exitCode == 0)
    }

    @Test func `an export is written completely or not at all`() throws {
        try sandbox.recordDrive(controls: [])
        let file = sandbox.path("drive.gpx")
        #expect(try sandbox.navbus("export", sandbox.path("drive.mcap"), "--gpx", "--out", file).exitCode == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix("</gpx>\n"))
        let failed = try sandbox.navbus("export", sandbox.path("none.mcap"), "--gpx", "--out", sandbox.path("x.gpx"))
        #expect(failed.exitCode == 66)
        let full = try sandbox.navbus("export", sandbox.path("drive.mcap"), "--csv", "--out", "/nowhere/x.csv")
        #expect(full.exitCode == 74, "\(full.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
        #expect(left.filter { $0.contains(".gpx") } == ["drive.gpx"])
    }

    @Test(arguments: ["drive.mcap", "./drive.mcap", "symbolic", "hard"])
    func `an export does not replace its recording`(name: String) throws {
        let recording = try sandbox.smallRecording()
        let before = try Data(contentsOf: URL(filePath: recording))
        symlink("drive.mcap", sandbox.path("symbolic"))
        link(recording, sandbox.path("hard"))
        let outcome = try sandbox.navbus("export", recording, "--jsonl", "--out", sandbox.path(name))
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("is the recording"), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(filePath: recording)) == before)
    }

    @Test func `an export follows a symbolic link and writes to a pipe`() throws {
        let recording = try sandbox.smallRecording()
        let text = try sandbox.navbus("export", recording, "--jsonl").output
        let file = try sandbox.folder.write("former", to: "drive.jsonl")
        symlink("drive.jsonl", sandbox.path("linked"))
        #expect(try sandbox.navbus("export", recording, "--jsonl", "--out", sandbox.path("linked")).exitCode == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.path("linked")) == "drive.jsonl")

        mkfifo(sandbox.path("pipe"), 0o600)
        // Opened for reading and writing, so that the export does not wait for a reader.
        let pipe = open(sandbox.path("pipe"), O_RDWR | O_NONBLOCK)
        defer { close(pipe) }
        #expect(try sandbox.navbus("export", recording, "--jsonl", "--out", sandbox.path("pipe")).exitCode == 0)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(pipe, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == text)
        #expect(try sandbox.navbus("export", recording, "--jsonl", "--out", "/dev/null").exitCode == 0)
        var null = stat()
        #expect(stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `an export over the limit of file sizes leaves no file`() throws {
        let recording = try sandbox.smallRecording()
        let program = """
            import os, resource, sys
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let outcome = try PythonInterpreter.run([
            "-c", program, BuiltProgram.navbus.url.path, "export", recording, "--jsonl", "--out",
            sandbox.path("drive.jsonl"),
        ])
        #expect(outcome.exitCode == 74, "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path) == ["drive.mcap"])
    }
}
