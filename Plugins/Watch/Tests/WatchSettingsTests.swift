import NavigationControl
import NavigationEvents
import Pictures
import TestSupport
import Testing

@testable import Watch

@Suite("Settings and options")
struct WatchSettingsTests {
    @Test func `the command line and the configuration give equal settings`() throws {
        let words = try CommandArguments(
            ["--ascii", "--units", "us", "--theme", "night", "--colors", "256", "--width", "40"],
            options: WatchCommand.options, flags: WatchCommand.flags)
        var typed = try WatchOptions(words)
        #expect(typed.columns == 40)
        typed.columns = 0
        let written = try WatchOptions(
            Settings([
                "characters": .text("ascii"), "units": .text("us"), "theme": .text("night"), "colors": .text("256"),
            ]))
        #expect(typed == written)
    }

    @Test(
        arguments: [["--units", "miles"], ["--theme", "dark"], ["--width", "3"], ["now"]])
    func `the error names the wrong argument`(arguments: [String]) {
        #expect(throws: CommandArguments.Problem.self) {
            try WatchOptions(
                CommandArguments(arguments, options: WatchCommand.options, flags: WatchCommand.flags))
        }
    }

    @Test func `an unknown theme is rejected with the list of themes`() {
        let error = #expect(throws: SettingsError.self) { try WatchOptions(Settings(["theme": .text("dark")])) }
        #expect(error?.description.contains("day, night, contrast") == true)
    }

    @Test func `a custom theme is a file, as an option or as a setting`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("base = \"night\"\nsymbol = \"#ffee00\"\n", to: "mine.toml")
        let words = try CommandArguments(["--theme", file], options: WatchCommand.options)
        let settings = try WatchOptions(words)
        #expect(settings.theme.symbol == Color(hex: "#ffee00"))
        #expect(try WatchOptions(Settings(["theme": .text(file)])).theme == settings.theme)
        let missing = #expect(throws: CommandArguments.Problem.self) {
            try WatchOptions(CommandArguments(["--theme", "none.toml"], options: WatchCommand.options))
        }
        #expect(missing?.text.contains("none.toml") == true)
    }

    @Test func `the capabilities of a terminal follow from its environment`() {
        func traits(_ variables: [String: String]) -> TerminalTraits {
            TerminalTraits(WatchOptions()) { variables[$0] }
        }
        #expect(traits(["TERM": "xterm-256color"]).palette.depth == .many)
        #expect(traits(["TERM": "xterm-256color", "COLORTERM": "truecolor"]).palette.depth == .all)
        #expect(traits(["TERM": "linux"]).palette.depth == .sixteen)
        #expect(traits(["TERM": "xterm-256color", "NO_COLOR": "1"]).palette.depth == .none)
        #expect(traits(["TERM": "vt100"]).palette.depth == .none)
        #expect(traits(["LANG": "C"]).options.form == .ascii)
        #expect(traits(["LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"]).options.form == .ascii)
        #expect(traits([:]).options.form == .blocks)
        #expect(!TerminalTraits.canDraw { ["TERM": "dumb"][$0] } && !TerminalTraits.canDraw { _ in nil })
    }
}
