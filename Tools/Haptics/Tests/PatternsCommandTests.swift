import HapticDevices
import NavigationControl
import TestSupport
import Testing
import Platform

@testable import Haptics
@testable import HapticsTools

@Suite struct PatternsCommandTests {
    func lines(_ arguments: String...) throws -> [String] {
        try PatternsCommand.lines(PatternsArguments(arguments), .ofProgram)
    }

    @Test func `the shipped tables are listed`() throws {
        #expect(try lines().map { $0.prefix { $0 != " " } } == ["belt", "phone", "wristband", "wrists"])
    }

    @Test func `each situation has a line with its rhythm`() throws {
        let lines = try lines("wrists")
        #expect(lines[0] == "wrists: a motor at each wrist; turns vibrate on their side")
        #expect(lines.count == 4 + PatternName.allCases.count)
        #expect(lines.contains("  nowLeft             ▆·▆···▆·▆                   720 ms  left"))
        #expect(
            try self.lines("belt").contains {
                $0.hasPrefix("  headingUnknown ") && $0.hasSuffix("left, front, right, back")
            })
    }

    @Test func `the output for programs is JSON`() throws {
        let json = try #require(try lines("belt", "--json").first)
        #expect(json.hasPrefix(#"{"name":"belt","summary":"eight motors"#))
        #expect(
            json.contains(#"{"name":"steerRight","words":"steer right","milliseconds":500,"pulses":[{"strength":1.0,"#))
        #expect(try lines("--json").count == 1)
    }

    @Test(arguments: [
        ["wrists", "belt"], ["--motors", "0"], ["--motors", "2.5"], ["--loud"], ["--check"],
        ["--check", "x.toml", "belt"],
    ])
    func `wrong usage is reported`(_ arguments: [String]) {
        #expect(throws: CommandArguments.Problem.self) { try PatternsArguments(arguments) }
        #expect(PatternsCommand.run(arguments, folder: .ofProgram) == .usage)
    }

    @Test func `a file is checked`() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("extends = \"belt\"\n", to: "good.toml")
        let bad = try folder.write("extends = \"bell\"\n", to: "bad.toml")
        #expect(PatternsCommand.run(["--check", good], folder: .ofProgram) == .success)
        #expect(PatternsCommand.run(["--check", bad], folder: .ofProgram) == .noInput)
        #expect(PatternsCommand.run([bad], folder: .ofProgram) == .noInput)
        #expect(PatternsCommand.run(["--help"], folder: .ofProgram) == .success)
    }
}
