import NavigationControl
import Testing

@Suite("Arguments of a subcommand")
struct CommandArgumentsTests {
    private enum Theme: String, CaseIterable { case day, night }

    @Test func `the parser separates options, flags and words`() throws {
        let words = try CommandArguments(
            ["show", "--size", "96", "--theme=night", "--wide", "left", "--", "--size"],
            options: ["--size", "--theme"], flags: ["--wide", "--tall"])
        #expect(words.words == ["show", "left", "--size"])
        #expect(try words.number("--size", in: 16...512) == 96)
        #expect(try words.choice("--theme") == Theme.night)
        #expect(words.has("--wide") && !words.has("--tall"))
        #expect(words.text("--out") == nil)
    }

    @Test func `an invalid argument is reported with the valid ones`() throws {
        let words = try CommandArguments(["--size", "huge", "--theme", "dusk"], options: ["--size", "--theme"])
        #expect(throws: CommandArguments.Problem(text: "--size huge: use a number from 16.0 to 512.0")) {
            try words.number("--size", in: 16...512)
        }
        #expect(throws: CommandArguments.Problem(text: "--theme dusk: use one of day, night")) {
            let _: Theme? = try words.choice("--theme")
        }
        #expect(throws: CommandArguments.Problem(text: "--size wants a value")) {
            try CommandArguments(["--size"], options: ["--size"])
        }
        #expect(throws: CommandArguments.Problem.self) { try CommandArguments(["--colour"]) }
    }
}
