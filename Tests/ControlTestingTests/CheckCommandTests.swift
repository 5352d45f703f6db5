import ControlTesting
import TestSupport
import Testing

@Suite("navbus control check, as a person types it")
struct CheckCommandTests {
    @Test("The list names every case with its rule")
    func list() throws {
        let outcome = try BuiltProgram.navbus.run(["control", "check", "--list"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.count == ControlExam.cases.count)
        for (line, examCase) in zip(outcome.lines, ControlExam.cases) {
            #expect(line.hasPrefix(examCase.name) && line.contains("\(examCase.page) \(examCase.rule): "), "\(line)")
        }
    }

    @Test("One that passes ends with 0, one that fails with 1, and what it is started with stands behind --")
    func verdicts() throws {
        let control = BuiltProgram.folder + "/navbus-badcontrol"
        let passed = try BuiltProgram.navbus.run(["control", "check", control, "--only", "hello"])
        #expect(passed.exitCode == 0 && passed.lines.first?.hasPrefix("passed") == true, "\(passed)")
        let failed = try BuiltProgram.navbus.run(
            ["control", "check", control, "--only", "end-of-input", "--", "--fault", "exit-code-wrong"])
        #expect(failed.exitCode == 1 && failed.lines.first?.hasPrefix("FAILED") == true, "\(failed)")
    }

    @Test("What cannot be examined is named, with the way out")
    func refusals() throws {
        let console = Checkout.path + "/Plugins/Console"
        let refusals: [(words: [String], code: Int32, says: String)] = [
            ([], 64, "a folder with a plugin.toml"), (["/nowhere"], 66, "nothing lies there"),
            ([Checkout.path], 66, "no plugin.toml"), ([console, "--only", "helo"], 64, "did you mean \"hello\"?"),
            ([console, "--set", "fixis=1"], 64, "did you mean \"fixes\"?"),
            ([console, "--set", "fixes"], 64, "key=value"),
            ([console, "--only", "hello", "--junit", "/nowhere/x"], 74, "/nowhere/x"),
        ]
        for refusal in refusals {
            let outcome = try BuiltProgram.navbus.run(["control", "check"] + refusal.words)
            #expect(outcome.exitCode == refusal.code, "\(refusal.words): \(outcome.errors)")
            #expect(outcome.errors.contains(refusal.says), "\(refusal.words): \(outcome.errors)")
        }
    }
}
