import ControlConformance
import Foundation
import TestSupport
import Testing

@Suite("The command navbus control check")
struct CheckCommandTests {
    @Test func `the list contains every case with its rule`() throws {
        let outcome = try BuiltProgram.navbus.run(["control", "check", "--list"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.lines.count == ConformanceTest.cases.count)
        for (line, examCase) in zip(outcome.lines, ConformanceTest.cases) {
            #expect(line.hasPrefix(examCase.name) && line.contains("\(examCase.page) \(examCase.rule): "), "\(line)")
        }
    }

    @Test func `the exit code tells the result, and arguments of the control follow --`()
        throws
    {
        let control = BuiltProgram.folder + "/navbus-badcontrol"
        let passed = try BuiltProgram.navbus.run(["control", "check", control, "--only", "hello"])
        #expect(passed.exitCode == 0 && passed.lines.first?.hasPrefix("passed") == true, "\(passed)")
        let failed = try BuiltProgram.navbus.run(
            ["control", "check", control, "--only", "end-of-input", "--", "--fault", "exit-code-wrong"])
        #expect(failed.exitCode == 1 && failed.lines.first?.hasPrefix("FAILED") == true, "\(failed)")
    }

    @Test func `each case is printed as it ends`() throws {
        let program = try BuiltProgram.navbus.start(["control", "check", BuiltProgram.folder + "/navbus-badcontrol"])
        #expect(program.wait { $0.output.contains("passed     hello") })
        #expect(!program.output.contains("passes: "), "\(program.output)")
        program.signal(SIGINT)
        _ = program.wait()
    }

    @Test func `on a terminal the last line names the running cases, and it is erased at the end`() throws {
        let words = [
            BuiltProgram.navbus.url.path, "control", "check", BuiltProgram.folder + "/navbus-badcontrol", "--only",
            "hello",
            "--only", "session",
        ]
        let outcome = try PythonInterpreter.run(
            ["-c", "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"] + words)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.output.contains("0 ended, 1 running: hello"), "\(outcome.output)")
        #expect(outcome.output.contains("1 ended, 1 running: session"), "\(outcome.output)")
        let kept = outcome.output.components(separatedBy: "\r\u{1B}[K").filter { !$0.hasSuffix("\u{1B}[?7h") }.joined()
        let lines = kept.split(whereSeparator: \.isNewline)
        #expect(lines.map { String($0.prefix(6)) } == ["passed", "passed", "navbus"], "\(lines)")
        let piped = try BuiltProgram.navbus.run(Array(words.dropFirst()))
        #expect(piped.exitCode == 0 && !piped.output.contains("\u{1B}"), "\(piped.output)")
    }

    @Test func `the last line, the JUnit file and the badge name the grade`() throws {
        let folder = try TemporaryFolder()
        let (junit, badge) = (folder.path + "/result.xml", folder.path + "/grade.svg")
        let outcome = try BuiltProgram.navbus.start(
            [
                "control", "check", BuiltProgram.folder + "/navbus-badcontrol", "--junit", junit, "--badge", badge,
                "--",
                "--fault", "reports-nothing",
            ]
        ).wait(seconds: 150)
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        #expect(outcome.lines.last?.contains("; grade: lossless; ") == true, "\(outcome.output)")
        let result = try String(contentsOfFile: junit, encoding: .utf8)
        #expect(result.contains("<property name=\"grade\" value=\"lossless\"/>"), "\(result)")
        #expect(try String(contentsOfFile: badge, encoding: .utf8).contains("<title>navbus: lossless</title>"))
    }

    @Test func `a result file that cannot be written does not suppress the table`() throws {
        let control = BuiltProgram.folder + "/navbus-badcontrol"
        let outcome = try BuiltProgram.navbus.run(
            ["control", "check", control, "--only", "hello", "--junit", "/dev/full"])
        #expect(outcome.exitCode == 74 && outcome.lines.first?.hasPrefix("passed") == true, "\(outcome)")
        #expect(outcome.errors.contains("/dev/full: No space left on device"), "\(outcome)")
    }

    @Test func `a program that is not executable is refused with a remedy`() throws {
        let folder = try TemporaryFolder()
        try """
        id = "bar"
        summary = "Does nothing."
        executable = "bar"
        contract = 1
        topics = ["onGPS"]
        """.write(toFile: folder.path + "/plugin.toml", atomically: true, encoding: .utf8)
        try "#!/bin/sh\n".write(toFile: folder.path + "/bar", atomically: true, encoding: .utf8)
        let outcome = try BuiltProgram.navbus.run(["control", "check", folder.path])
        #expect(outcome.exitCode == 66 && outcome.errors.contains("chmod +x \(folder.path)/bar"), "\(outcome)")
    }

    @Test func `a path that cannot be checked is refused with a remedy`() throws {
        let console = Checkout.path + "/Plugins/Console"
        let refusals: [(words: [String], code: Int32, says: String)] = [
            ([], 64, "a folder with a plugin.toml"), (["/nowhere"], 66, "no such file or folder"),
            ([Checkout.path], 66, "no plugin.toml"), ([console, "--only", "helo"], 64, "did you mean \"hello\"?"),
            ([console, "--set", "fixis=1"], 64, "did you mean \"fixes\"?"),
            ([console, "--set", "fixes"], 64, "key=value"),
            ([console, "--only", "hello", "--junit", "/nowhere/x"], 74, "/nowhere/x"),
            ([console, "--badge", "/nowhere/x"], 74, "/nowhere/x"),
            ([console, "--only", "hello", "--badge", "grade.svg"], 64, "--badge needs all cases"),
        ]
        for refusal in refusals {
            let outcome = try BuiltProgram.navbus.run(["control", "check"] + refusal.words)
            #expect(outcome.exitCode == refusal.code, "\(refusal.words): \(outcome.errors)")
            #expect(outcome.errors.contains(refusal.says), "\(refusal.words): \(outcome.errors)")
        }
    }
}
