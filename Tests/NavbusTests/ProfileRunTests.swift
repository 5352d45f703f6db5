import Foundation
import Platform
import TestSupport
import Testing

/// The profiles of navbus, each started as its first lines describe, with the first drive instead of a receiver.
@Suite("Runs with the profiles of navbus", .serialized)
struct ProfileRunTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The home folder and the checkout of one test.
    private struct Sandbox {
        let folder: TemporaryFolder
        let environment: [String: String]

        init() throws {
            folder = try TemporaryFolder()
            environment = [
                "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/none", "XDG_DATA_HOME": "\(folder.path)/none",
                "NO_COLOR": "1", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/none",
                "PULSE_SERVER": "unix:/none",
            ]
        }

        /// The options that replay the first drive instead of a receiver.
        func drive(speed: String) -> [String] {
            let example = root.appending(path: "examples/first-drive").path
            return [
                "--set", "source.kind=nmea", "--set", "source.path=\(example)/drive.nmea", "--set",
                "source.speed=\(speed)", "--set", "route.path=\(example)/route.json",
            ]
        }

        func start(_ profile: String, _ arguments: [String]) throws -> RunningProgram {
            try BuiltProgram.navbus.start(
                ["run", "--config", profile, "--run-folder", "\(folder.path)/run"] + arguments,
                environment: environment)
        }

        func size(_ name: String) -> Int { (try? folder.bytes(name).count) ?? 0 }

        func isPicture(_ name: String) -> Bool {
            (try? folder.bytes(name))?.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == true
        }

        func text(_ name: String) -> String { (try? String(decoding: folder.bytes(name), as: UTF8.self)) ?? "" }
    }

    @Test func `the profile handlebar shows a sign and lanes and speaks little`() throws {
        let sandbox = try Sandbox()
        let run = try sandbox.start("handlebar", sandbox.drive(speed: "40"))
        let made = "navbus/handlebar"
        // Lanes are shown only briefly.
        #expect(run.wait { $0.output.contains("signs  ") && $0.output.contains("lanes  [") }, "\(run.errors)")
        #expect(run.wait { _ in sandbox.isPicture("\(made)/signs/next.png") })
        #expect(sandbox.isPicture("\(made)/lanes/lanes.png"))
        #expect(sandbox.size("\(made)/signs/next.rgb565") == 240 * 240 * 2)
        #expect(sandbox.size("\(made)/lanes/lanes.rgb565") == 240 * 80 * 2)
        #expect(run.wait { $0.output.contains("speech  now turn left") })
        run.signal(SIGTERM)
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(sandbox.size("\(made)/speech.wav") > 10_000)
        let spoken = outcome.lines.filter { $0.hasPrefix("speech  ") }
        #expect(!spoken.isEmpty && spoken.allSatisfy { !$0.contains("meters") && !$0.contains("onto") }, "\(spoken)")
    }

    @Test func `the profile walker gives turns by haptics and speech`() throws {
        let sandbox = try Sandbox()
        let sound = "\(sandbox.folder.path)/speech.wav"
        let settings = [
            "speech.output=wav", "speech.file=\(sound)", "haptics.logFile=\(sandbox.folder.path)/pulses.log",
        ]
        let run = try sandbox.start("walker", sandbox.drive(speed: "100") + settings.flatMap { ["--set", $0] })
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(sandbox.text("pulses.log").contains("prepare"))
        #expect(sandbox.size("speech.wav") > 10_000)
        #expect(outcome.output.contains("speech  in "))
    }

    @Test func `the profile walker without a sound server writes nothing to the working folder`() throws {
        let sandbox = try Sandbox()
        let run = try sandbox.start("walker", sandbox.drive(speed: "100"))
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: run.workingFolder)
        #expect(names.sorted() == ["errors", "output"])
        #expect(sandbox.size("navbus/walker/speech.wav") > 10_000)
    }

    @Test func `the profile head-unit has a web page, signs, lanes, speech, a log and metrics`()
        throws
    {
        let sandbox = try Sandbox()
        let run = try sandbox.start(
            "head-unit",
            sandbox.drive(speed: "40") + ["--set", "web.listen=127.0.0.1:0", "--set", "metrics.listen=127.0.0.1:0"])
        #expect(run.wait { $0.output.contains("speech  now turn") && $0.output.contains("lanes  [") }, "\(run.errors)")
        let page = try #require(run.output.firstMatch(of: /web  (http:\S+)/)).1
        #expect(try HTTPFetch.text(String(page)).contains("<html"))
        #expect(try HTTPFetch.metrics(announcedIn: run.output).contains("navbus_"))
        let made = "navbus/head-unit"
        for picture in ["signs/next.png", "signs/then.png", "lanes/lanes.png"] {
            #expect(run.wait { _ in sandbox.isPicture("\(made)/\(picture)") }, "\(picture)")
        }
        #expect(run.wait { _ in sandbox.folder.contains("\(made)/spoken", ending: ".wav") })
        run.signal(SIGTERM)
        #expect(run.wait().exitCode == 0)
        #expect(sandbox.text("\(made)/run.log").contains("navigation started"))
    }

    @Test func `the profile test-bench writes all outputs of a simulated drive`() throws {
        let sandbox = try Sandbox()
        // A checkout of its own, since the outputs are written to the folder `out` of the checkout.
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.folder.path)/config", withIntermediateDirectories: true)
        for (name, target) in [("config/test-bench.toml", "config/test-bench.toml"), ("examples", "examples")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(sandbox.folder.path)/\(name)", withDestinationPath: Self.root.appending(path: target).path)
        }
        let run = try sandbox.start("\(sandbox.folder.path)/config/test-bench.toml", ["--speed", "100"])
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("none missing"), "the recording is complete")
        #expect(outcome.output.contains("console  "))
        #expect(sandbox.text("out/test-bench/haptics.log").contains("arrived"))
        #expect(sandbox.text("out/test-bench/run.log").contains("navigation started"))
        #expect(sandbox.size("out/test-bench/speech.wav") > 10_000)
        #expect(sandbox.folder.contains("out/test-bench/album", ending: ".png"))
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.folder.path)/out/test-bench/lanes/lanes.json"))
        let info = try BuiltProgram.navbus.run(["info", "\(sandbox.folder.path)/out/test-bench/drive.mcap"])
        #expect(info.exitCode == 0 && info.output.contains("onNavigation"), "\(info.output)\(info.errors)")
    }

    @Test func `the profile headless-logger writes a recording, a JSON log and metrics`()
        throws
    {
        let sandbox = try Sandbox()
        let run = try sandbox.start(
            "headless-logger", sandbox.drive(speed: "100") + ["--set", "metrics.listen=127.0.0.1:0"])
        #expect(run.wait { $0.output.contains("metrics at http") })
        #expect(try HTTPFetch.metrics(announcedIn: run.output).contains("navbus_"))
        let outcome = run.wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("no controls") && outcome.output.contains("none missing"), "\(outcome.output)")
        let made = "navbus/logger"
        for line in sandbox.text("\(made)/run.log").split(separator: "\n") {
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(record?["text"] is String, "\(line)")
        }
        #expect(sandbox.text("\(made)/run.log").contains("navigation started"))
        let info = try BuiltProgram.navbus.run(["info", "\(sandbox.folder.path)/\(made)/drive-0001.mcap"])
        #expect(info.exitCode == 0 && info.output.contains("onNavigation"), "\(info.errors)")
    }

    @Test func `a setting outside its range ends the run before any process is started`()
        throws
    {
        let sandbox = try Sandbox()
        let text = "controls = [\"lanes\"]\n[lanes]\n  withinMeters = 5\n"
        let file = try sandbox.folder.write(text, to: "drive.toml")
        let written = try sandbox.start(file, []).wait()
        #expect(written.exitCode == 78 && !written.output.contains("bus up"))
        #expect(
            written.errors.contains("drive.toml:3:3: \"lanes.withinMeters\" must be a number from 10 to 10000, not 5"),
            "\(written.errors)")
        let typed = try sandbox.start(file, ["--set", "lanes.withinMeters=1e9"]).wait()
        #expect(typed.exitCode == 78 && typed.errors.contains("drive.toml:3:3: "))
        try sandbox.folder.write(text.replacing("= 5", with: "= 50"), to: "drive.toml")
        let option = try sandbox.start(file, ["--set", "lanes.withinMeters=1e9"]).wait()
        #expect(option.exitCode == 78)
        #expect(
            option.errors.contains(
                "--set lanes.withinMeters=1e9: \"lanes.withinMeters\" must be a number from 10 to 10000"),
            "\(option.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.folder.path)/run"))
    }

    @Test func `a profile with a receiver waits for it, and ends after a signal`() throws {
        let sandbox = try Sandbox()
        let run = try sandbox.start(
            "headless-logger", ["--set", "source.port=1", "--set", "metrics.listen=127.0.0.1:0"])
        #expect(run.wait { $0.output.contains("bus up") }, "\(run.errors)")
        run.signal(SIGTERM)
        #expect(run.wait().exitCode == 0)
    }
}

extension TemporaryFolder {
    /// Whether a subfolder has a file whose name has this ending.
    fileprivate func contains(_ name: String, ending: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")) ?? []
        return names.contains { $0.hasSuffix(ending) }
    }
}
