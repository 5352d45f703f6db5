import Foundation
import Platform
import TestSupport
import Testing

/// The command line: exit codes, errors on standard error, help texts.
@Suite struct CommandLineTests {
    private let nowhere = ["NAVBUS_ENDPOINT": "ipc:///tmp/navbus-nobody-here/requests", "NO_COLOR": "1"]

    @Test(arguments: [
        [], ["run"], ["demo"], ["start"], ["stop"], ["skip"], ["describe"], ["focus"], ["status"], ["tap"],
        ["controls"], ["doctor"],
        ["session"], ["session", "open"], ["session", "close"], ["session", "list"],
    ])
    func `every command has a help text`(command: [String]) throws {
        let outcome = try BuiltProgram.navbus.run(command + ["--help"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("USAGE: navbus"))
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func `completions are offered for every shell`(shell: String) throws {
        let outcome = try BuiltProgram.navbus.run(["--generate-completion-script", shell])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("doctor"))
    }

    @Test func `an unknown command is wrong usage`() throws {
        let outcome = try BuiltProgram.navbus.run(["fly"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("fly"))
    }

    @Test(arguments: [
        ("sourc.speed=20", "runs no control \"sourc\"; did you mean \"source.speed\"?"),
        ("lamp.level=2", "runs no control \"lamp\"; it runs: console"),
        ("console.fixes=2", "--set console.fixes=2: \"console.fixes\" must be true or false, not \"2\""),
    ])
    func `a setting of an unknown section is refused with a similar name`(option: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("controls = [\"console\"]\n", to: "drive.toml")
        let outcome = try BuiltProgram.navbus.run(["run", "--config", file, "--set", option], environment: nowhere)
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    @Test(arguments: [
        ["status"], ["stop"], ["skip"], ["describe", "3"], ["focus", "route"], ["session", "list"],
        ["session", "open", "van"], ["heading", "87"],
        ["trace", "live", "--last"],
        ["start", "--to", "49.4,8.7"], ["speech", "mute"], ["haptics", "calibrate"],
    ])
    func `without a bus a command says so, and does not wait for one`(command: [String]) throws {
        let outcome = try BuiltProgram.navbus.run(command, environment: nowhere)
        #expect(outcome.exitCode == 69)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errors.contains("none runs here, since /tmp/navbus-nobody-here/requests does not exist"),
            "\(outcome.errors)")
        #expect(outcome.errors.contains("start one (navbus run)"))
    }

    @Test func `a socket without an answer is waited for`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/requests"
        try LocalSocket.leaveDead(at: path)
        let outcome = try BuiltProgram.navbus.run(
            ["status"], environment: ["NAVBUS_ENDPOINT": "ipc://\(path)", "NO_COLOR": "1"])
        #expect(outcome.exitCode == 69)
        #expect(outcome.errors.contains("within 3.0 s"), "\(outcome.errors)")
    }

    @Test func `an error names the file that is no route`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{\"trip\": [}", to: "route.json")
        let outcome = try BuiltProgram.navbus.run(["start", file], environment: nowhere)
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains(file))
    }

    @Test func `an unknown provider is refused with the known ones`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{}", to: "route.json")
        let outcome = try BuiltProgram.navbus.run(["start", file, "--provider", "atlas"], environment: nowhere)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("'atlas'"))
        #expect(outcome.errors.contains("Use one of valhalla, ") && outcome.errors.contains(", gpx-line"))
    }

    @Test(arguments: [["--alternative", "1"], ["--provider", "osrm"]])
    func `options for a route file are refused with a destination`(options: [String]) throws {
        let outcome = try BuiltProgram.navbus.run(["start", "--to", "49.4, 8.7"] + options, environment: nowhere)
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errors.contains("--provider and --alternative are for a file with a route"), "\(outcome.errors)")
    }

    @Test func `text that is no coordinate is refused with an example`() throws {
        let outcome = try BuiltProgram.navbus.run(
            ["start", "--to", "49.4,8.7", "--from", "Heidelberg"], environment: nowhere)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("such as 49.4087,8.7100"), "\(outcome.errors)")
    }

    @Test(arguments: [["--router", "notaurl"], ["--router", ""], ["--router", "http://"], ["--engine", "atlas"]])
    func `a wrong router address stops the run before any process is started`(options: [String]) throws {
        let outcome = try BuiltProgram.navbus.run(["run", "--config", "/dev/null"] + options, environment: nowhere)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(options[0]) && !outcome.output.contains("bus up"))
    }

    @Test func `a misspelled key stops the run before any process is started`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "controls = []\n[source]\nkind = \"gpsd\"\nhots = \"localhost\"\n", to: "drive.toml")
        let outcome = try BuiltProgram.navbus.run(["run", "--config", file, "--run-folder", "\(folder.path)/run"])
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains("drive.toml:4:1: unknown key \"source.hots\"; did you mean \"host\"?"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/run"))
    }

    @Test func `the installed controls are listed with their settings`() throws {
        let outcome = try BuiltProgram.navbus.run(["controls", "--settings"], environment: nowhere)
        #expect(outcome.exitCode == 0)
        for control in ["console", "haptics", "lanes", "signs", "speech"] {
            #expect(outcome.output.contains("\(control)  "))
        }
        #expect(outcome.output.contains("output = "))
    }

    @Test func `the doctor names a remedy for every fault`() throws {
        let folder = try TemporaryFolder()
        let manifest = """
            id = "ghost"
            summary = "A control whose executable is missing."
            executable = "navbus-ghost"
            contract = 1
            topics = []
            """
        try folder.write(manifest, to: "plugins/ghost/plugin.toml")
        let environment = nowhere.merging(["NAVBUS_CONTROLS_PATH": "\(folder.path)/plugins"]) { $1 }
        let outcome = try BuiltProgram.navbus.run(["doctor"], environment: environment)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output.contains(
                "fault   control ghost: cannot be started: there is no navbus-ghost in \(folder.path)/plugins/ghost"))
        #expect(outcome.output.contains("→ build it (make in its own folder), or remove"))
        #expect(outcome.output.contains("ok      control speech"))
    }

    @Test func `the doctor reports a file that is not executable`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "id = \"ghost\"\nsummary = \"Is not run.\"\nexecutable = \"run\"\ncontract = 1\n",
            to: "plugins/ghost/plugin.toml")
        let program = try folder.write("#!/bin/sh\n", to: "plugins/ghost/run", mode: 0o644)
        let environment = nowhere.merging(["NAVBUS_CONTROLS_PATH": "\(folder.path)/plugins"]) { $1 }
        let outcome = try BuiltProgram.navbus.run(["doctor"], environment: environment)
        #expect(outcome.output.contains("fault   control ghost: cannot be started: \(program) is not executable"))
        #expect(outcome.output.contains("→ chmod +x \(program)"))
        let word = try BuiltProgram.navbus.run(["ghost"], environment: environment)
        #expect(word.exitCode == 66 && word.errors.contains("\(program) is not executable: chmod +x"))
    }

    @Test func `without a terminal there are no colours`() throws {
        let outcome = try BuiltProgram.navbus.run(["doctor"])
        #expect(!outcome.output.contains("\u{1B}["))
    }
}
