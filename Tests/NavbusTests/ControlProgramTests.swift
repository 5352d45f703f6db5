import Foundation
import Platform
import TestSupport
import Testing

/// `navbus CONTROL ARGUMENTS…`, which runs the executable of a control instead of navbus.
@Suite struct ControlProgramTests {
    private let folder: TemporaryFolder

    /// A control whose executable is a shell script.
    init() throws {
        folder = try TemporaryFolder()
        let lamp = folder.path + "/lamp"
        try FileManager.default.createDirectory(atPath: lamp, withIntermediateDirectories: true)
        try (Self.manifest("lamp", "navbus-lamp") + "[tools]\ntest-card = \"lamp-tools\"\nold = \"gone\"\n").write(
            toFile: lamp + "/plugin.toml", atomically: true, encoding: .utf8)
        let script = "#!/bin/sh\necho \"$$ $NAVBUS_ENDPOINT $@\"\ntest \"$1\" = wait && exec sleep 60\nexit 7\n"
        try script.write(toFile: lamp + "/navbus-lamp", atomically: true, encoding: .utf8)
        chmod(lamp + "/navbus-lamp", 0o755)
        try "#!/bin/sh\necho \"tool $@\"\n".write(toFile: lamp + "/lamp-tools", atomically: true, encoding: .utf8)
        chmod(lamp + "/lamp-tools", 0o755)
        let dark = folder.path + "/dark"
        try FileManager.default.createDirectory(atPath: dark, withIntermediateDirectories: true)
        try Self.manifest("dark", "navbus-dark").write(
            toFile: dark + "/plugin.toml", atomically: true, encoding: .utf8)
    }

    private static func manifest(_ id: String, _ executable: String) -> String {
        "id = \"\(id)\"\nsummary = \"A test.\"\nexecutable = \"\(executable)\"\ncontract = 1\ntopics = [\"onGPS\"]\n"
    }

    private var environment: [String: String] {
        ["NAVBUS_CONTROLS_PATH": folder.path, "NAVBUS_ENDPOINT": "ipc:///tmp/nowhere/requests", "NO_COLOR": "1"]
    }

    @Test func `the program of a control gets arguments and environment, and gives the exit code`() throws {
        let program = try BuiltProgram.navbus.start(
            ["lamp", "blink", "--help", "--times", "2", "a word"], environment: environment)
        let outcome = program.wait()
        #expect(outcome.exitCode == 7)
        let words = "\(program.processID) ipc:///tmp/nowhere/requests blink --help --times 2 a word\n"
        #expect(outcome.output == words, "the process is replaced and not started as a child")
        #expect(outcome.errors.isEmpty)
    }

    @Test func `a command in tools is run by its own executable`() throws {
        let tool = try BuiltProgram.navbus.run(["lamp", "test-card", "--long"], environment: environment)
        #expect(tool.exitCode == 0 && tool.output == "tool test-card --long\n", "\(tool.errors)")
        let gone = try BuiltProgram.navbus.run(["lamp", "old"], environment: environment)
        #expect(gone.exitCode == 66 && gone.errors.contains("there is no gone in"), "\(gone.errors)")
    }

    @Test func `navbus simulate walker runs the walker of the named control`() throws {
        let outcome = try BuiltProgram.navbus.run(
            ["simulate", "walker", "--obey", "lamp", "--route", "a.json", "--table", "belt", "--json"],
            environment: environment)
        #expect(outcome.exitCode == 7)
        #expect(outcome.output.hasSuffix(" walker --route a.json --table belt --json\n"))
    }

    @Test func `the walker refuses the name of a navbus command`() throws {
        let outcome = try BuiltProgram.navbus.run(["simulate", "walker", "--obey", "run"], environment: environment)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("name a control"))
    }

    @Test func `a signal reaches the program of the control`() throws {
        let program = try BuiltProgram.navbus.start(["lamp", "wait"], environment: environment)
        #expect(program.wait { !$0.output.isEmpty })
        program.signal(SIGTERM)
        #expect(program.wait().exitCode == SIGTERM)
    }

    @Test func `an unknown word is refused with similar names`() throws {
        let lamb = try BuiltProgram.navbus.run(["lamb", "blink"], environment: environment)
        #expect(lamb.exitCode == 64)
        #expect(lamb.errors.contains("'lamb'; did you mean lamp?"))
        let record = try BuiltProgram.navbus.run(["recrod"], environment: environment)
        #expect(record.exitCode == 64)
        #expect(record.errors.contains("did you mean record?"))
        let far = try BuiltProgram.navbus.run(["fly"], environment: environment)
        #expect(far.exitCode == 64)
        #expect(!far.errors.contains("did you mean"))
        #expect(far.errors.contains("dark") && far.errors.contains("lamp"))
    }

    @Test func `a command of a control is suggested with the name of the control`() throws {
        let outcome = try BuiltProgram.navbus.run(["mute"], environment: environment)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("'mute'; did you mean navbus speech mute?"), "\(outcome.errors)")
    }

    @Test func `the help of a control shows its commands and settings`() throws {
        let help = try BuiltProgram.navbus.run(["help", "speech"], environment: environment)
        #expect(help.exitCode == 0 && help.errors.isEmpty)
        #expect(help.lines.first == "OVERVIEW: Speaks the announcements, to a sound file or the sound server.")
        #expect(help.output.contains("\n  mute          Stops announcements until unmute.\n"), "\(help.output)")
        #expect(help.output.contains("preview") && help.output.contains("language = \"en\""), "\(help.output)")
        let command = try BuiltProgram.navbus.run(["help", "speech", "mute"], environment: environment)
        #expect(command.exitCode == 0 && command.output.contains("Usage: navbus-speech mute"), "\(command)")
        #expect(try BuiltProgram.navbus.run(["help", "speach"]).errors.contains("did you mean speech?"))
    }

    @Test(arguments: ["speech", "haptics", "router", "signs"])
    func `every command in a manifest has a help`(control: String) throws {
        let commands = try BuiltProgram.navbus.run(["---words", control, ""]).lines
        #expect(!commands.isEmpty)
        for command in commands {
            let help = try BuiltProgram.navbus.run([control, command, "--help"])
            #expect(help.exitCode == 0 && help.output.contains("\(control) \(command)"), "\(help)")
        }
    }

    @Test func `an error names a control without executable`() throws {
        let outcome = try BuiltProgram.navbus.run(["dark", "blink"], environment: environment)
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("navbus-dark") && outcome.errors.contains("\(folder.path)/dark/plugin.toml"))
    }

    @Test func `commands of navbus come first`() throws {
        #expect(try BuiltProgram.navbus.run(["controls"], environment: environment).output.contains("lamp"))
        #expect(try BuiltProgram.navbus.run(["help", "controls"], environment: environment).exitCode == 0)
    }
}
