import TestSupport
import Testing

/// Wrong usage of any program: exit code 64, a line about the problem, and a line with the command that prints the help.
@Suite struct UsageErrorTests {
    @Test(arguments: [
        (["fly"], "navbus"), (["run", "--fly"], "navbus run"), (["run", "--speed", "soon"], "navbus run"),
        (["session", "open"], "navbus session open"), (["session", "open", "Taxi 9"], "navbus session open"),
        (["start", "--to", "49,8", "--provider", "osrm"], "navbus start"), (["tap", "--only", "x"], "navbus tap"),
        (["control", "check"], "navbus control check"), (["control", "new", "Speech!"], "navbus control new"),
        (["simulate", "walker", "--obey", "run"], "navbus simulate walker"),
        (["speech", "fly"], "navbus speech"), (["speech", "mute", "now"], "navbus speech mute"),
        (["speech", "page", "0"], "navbus speech page"), (["speech", "say"], "navbus speech say"),
        (["speech", "say", "--session", "My Car", "Hi"], "navbus speech say"),
        (["speech", "read"], "navbus speech read"), (["speech", "voices", "--fly"], "navbus speech voices"),
        (["speech", "make-samples", "x"], "navbus speech make-samples"),
        (["speech", "preview"], "navbus speech preview"), (["haptics", "--fly"], "navbus haptics"),
        (["haptics", "calibrate", "--fly"], "navbus haptics calibrate"),
        (["haptics", "doctor", "x"], "navbus haptics doctor"),
        (["haptics", "devices", "wings"], "navbus haptics devices"),
        (["haptics", "patterns", "--motors", "99"], "navbus haptics patterns"),
        (["haptics", "walker"], "navbus haptics walker"), (["router", "ask"], "navbus router ask"),
        (["router", "check", "--fly"], "navbus router check"), (["signs", "catalogue"], "navbus signs catalogue"),
        (["watch", "--fly"], "navbus watch"), (["console", "--fly"], "navbus console"),
        (["lanes", "--fly"], "navbus lanes"), (["web", "--fly"], "navbus web"),
    ])
    func `names the problem and the help`(words: [String], command: String) throws {
        let outcome = try BuiltProgram.navbus.run(
            words, environment: ["NAVBUS_ENDPOINT": "ipc:///tmp/navbus-nobody-here/requests", "NO_COLOR": "1"])
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty, "\(outcome)")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.last.map(String.init) == "try: \(command) --help", "\(outcome.errors)")
        #expect((2...3).contains(lines.count) && lines.first?.hasPrefix("navbus") == true, "\(outcome.errors)")
    }
}
