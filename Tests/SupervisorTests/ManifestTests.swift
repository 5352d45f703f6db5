import NavigationControl
import NavigationEvents
import Supervisor
import TestSupport
import Testing
import TOML

@Suite struct ManifestTests {
    private let whole = """
        id = "speech"
        summary = "Speaks the announcements."
        executable = "navbus-speech"
        contract = 1
        topics = ["onNavigation", "onNavigationStopped"]

        [settings.output]
        type = "text"
        default = "wav"
        choices = ["wav", "none"]
        help = "Where the voice goes."

        [settings.voice.rate]
        type = "number"
        default = 1.5
        help = "How fast it speaks."
        """

    private func manifest(_ text: String) throws -> ControlManifest {
        let folder = try TemporaryFolder()
        return try ControlManifest(file: folder.write(text, to: "plugin.toml"))
    }

    private func refusal(_ text: String) -> String {
        do {
            _ = try manifest(text)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a manifest contains everything that is needed to start the control`() throws {
        let speech = try manifest(whole)
        #expect(speech.id == "speech")
        #expect(speech.executable == "navbus-speech")
        #expect(speech.topics == [.onNavigation, .onNavigationStopped])
        #expect(speech.settings.map(\.key) == ["output", "voice.rate"])
        #expect(speech.settings.map(\.defaultValue) == [.text("wav"), .number(1.5)])
    }

    @Test func `choices may be described`() throws {
        let described = try manifest(
            whole.replacing("choices = [\"wav\", \"none\"]\n", with: "").replacing(
                "[settings.voice.rate]",
                with: "[settings.output.choices]\nwav = \"A file.\"\nnone = \"No sound.\"\n[settings.voice.rate]"))
        #expect(described.settings.map(\.choices) == [["wav", "none"], []])
        #expect(described.settings.map(\.choiceHelp) == [["wav": "A file.", "none": "No sound."], [:]])
        #expect(described.settings.map(\.key) == ["output", "voice.rate"])
    }

    @Test func `a manifest may name roles and limits`() throws {
        let modest = try manifest(
            whole.replacing(
                "[settings.output]",
                with: """
                    roles = ["control", "operator"]
                    doctor = true
                    [limits]
                    memoryMegabytes = 64
                    openFiles = 32
                    processes = 4096
                    niceness = 5
                    [settings.output]
                    """))
        #expect(modest.roles == [.control, .operator])
        #expect(
            modest.limits == ResourceLimits(memoryMegabytes: 64, openFiles: 32, processes: 4096, niceness: 5))
        let plain = try manifest(whole)
        #expect(plain.roles == [.control] && plain.limits == ResourceLimits())
        #expect(modest.hasDoctor && !plain.hasDoctor)
    }

    @Test(arguments: [
        ("roles = [\"king\"]", "plugin.toml:7:1: there is no role \"king\"; known: tap, control, operator, source"),
        ("roles = [\"tap\", \"tap\"]", "plugin.toml:7:1: \"tap\" is listed twice; name it once"),
        ("doctor = 1", "plugin.toml:7:1: \"doctor\" must be true or false"),
        ("[limits]\nopenFiles = 3", "plugin.toml:8:1: \"limits.openFiles\" must be from 16 to 1048576, not 3"),
        ("[limits]\nfiles = 3", "plugin.toml:8:1: unknown key \"limits.files\""),
    ])
    func `a limit that is too low for any control is refused`(line: String, expected: String) {
        let text = refusal(whole.replacing("[settings.output]", with: "\(line)\n[settings.output]"))
        #expect(text.contains(expected), "\(text)")
    }

    @Test func `a manifest may name executables for commands`() throws {
        let tools = "[tools]\npreview = \"navbus-speech-tools\"\nmake-samples = \"bin/samples\"\n"
        let speech = try manifest(whole.replacing("[settings.output]", with: "\(tools)[settings.output]"))
        #expect(speech.tools == ["preview": "navbus-speech-tools", "make-samples": "bin/samples"])
        #expect(try manifest(whole).tools.isEmpty)
    }

    @Test(arguments: [
        ("Preview = \"x\"", "8:1: \"Preview\" is not the name of a command"),
        ("preview = \"/bin/ls\"", "8:1: \"/bin/ls\" leads out of the folder"),
        ("preview = \"a/../../x\"", "8:1: \"a/../../x\" leads out of the folder"),
        ("preview = \"bin/\"", "8:1: \"bin/\" is a folder"),
        ("preview = \"\"", "8:1: \"tools.preview\" must be a sentence on one line"),
        ("preview = 1", "8:1: \"tools.preview\" must be a text in quotes"),
    ])
    func `a wrong tool is refused with its position`(line: String, expected: String) {
        let text = refusal(whole.replacing("[settings.output]", with: "[tools]\n\(line)\n[settings.output]"))
        #expect(text.contains("plugin.toml:\(expected)"), "\(text)")
    }

    @Test func `a misspelled key is reported with its position and the nearest known one`() {
        let text = refusal(whole.replacing("summary", with: "sumary"))
        #expect(text.contains("plugin.toml:2:1"))
        #expect(text.contains("\"sumary\""))
        #expect(text.contains("did you mean \"summary\"?"))
    }

    @Test func `an unknown topic is refused with the known ones`() {
        let text = refusal(whole.replacing("\"onNavigation\"", with: "\"onNavigate\""))
        #expect(text.contains("plugin.toml:5:1"))
        #expect(text.contains("there is no topic \"onNavigate\""))
        #expect(text.contains("onNavigationStarted"))
    }

    @Test func `a contract of a later version is refused`() {
        let text = refusal(whole.replacing("contract = 1", with: "contract = 99\nmood = \"new\""))
        #expect(text.contains("plugin.toml:4:1: this control needs contract 99; this navbus speaks 1"), "\(text)")
    }

    @Test func `a manifest may contain a version and a homepage`() throws {
        let lamp = try manifest("version = \"1.0-beta\"\nhomepage = \"https://example.org/lamp\"\n" + whole)
        #expect(lamp.version == "1.0-beta" && lamp.homepage == "https://example.org/lamp")
        #expect(try manifest(whole).version.isEmpty)
        #expect(refusal("version = \"1 0\"\n" + whole).contains("plugin.toml:1:1: \"version\" must be 1 to 24"))
        #expect(refusal("version = 1\n" + whole).contains("plugin.toml:1:1: \"version\" must be a text in quotes"))
        #expect(refusal("homepage = \"lamp\"\n" + whole).contains("plugin.toml:1:1: \"homepage\" must begin with"))
    }

    @Test func `a manifest may claim one grade, or several`() throws {
        #expect(try manifest(whole).grades.isEmpty)
        #expect(try manifest("grade = \"announcer\"\n" + whole).grades == [.announcer])
        #expect(try manifest("grade = [\"display\", \"lossless\"]\n" + whole).grades == [.display, .lossless])
        #expect(refusal("grade = \"anouncer\"\n" + whole).contains("plugin.toml:1:1: there is no grade"))
        #expect(refusal("grade = \"anouncer\"\n" + whole).contains("did you mean \"announcer\"?"))
        #expect(refusal("grade = [\"display\", \"display\"]\n" + whole).contains("plugin.toml:1:1: "))
        #expect(refusal("grade = 1\n" + whole).contains("plugin.toml:1:1: "))
    }

    @Test func `the commands of a control may have a second name`() throws {
        let folder = try TemporaryFolder()
        try folder.write("alias = \"voice\"\n" + whole, to: "Speech/plugin.toml")
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.entry(forCommand: "voice")?.manifest.id == "speech")
        #expect(catalog.entry(forCommand: "speech")?.manifest.id == "speech")
        #expect(catalog.entry("voice") == nil && catalog.entry(forCommand: "") == nil)
        for alias in ["", "Voice", "a b", "run"] {
            #expect(refusal("alias = \"\(alias)\"\n" + whole).contains("\"alias\" must be a name"), "\(alias)")
        }
    }

    @Test(arguments: ["speech", "next-street", "led2", "a", "a1-b2-c3"])
    func `an id consists of words joined by hyphens`(
        id: String
    ) throws {
        #expect(try manifest(whole.replacing("\"speech\"", with: "\"\(id)\"")).id == id)
    }

    @Test(arguments: [
        "", "-", "Speech", "next_street", "next--street", "-next", "next-", "2led", "straße", "a b", "a/b",
        "a-very-long-name-that-nobody-types",
    ])
    func `an id of another form is refused`(id: String) {
        let text = refusal(whole.replacing("\"speech\"", with: "\"\(id)\""))
        #expect(text.contains("plugin.toml:1:1: \"\(id)\" is not a control id"), "\(text)")
    }

    @Test(arguments: ["source", "run", "bus"]) func `an id that navbus reserves is refused`(id: String) {
        let text = refusal(whole.replacing("\"speech\"", with: "\"\(id)\""))
        #expect(text.contains("plugin.toml:1:1: \"\(id)\" is reserved by navbus"), "\(text)")
    }

    @Test func `numbers may have bounds`() throws {
        let rate = try #require(
            try manifest(whole.replacing("default = 1.5", with: "default = 1.5\nmin = 0.5\nmax = 2")).settings.last)
        #expect(rate.minimum == 0.5 && rate.maximum == 2)
        #expect(rate.bounds == "from 0.5 to 2")
    }

    @Test(arguments: [
        (
            "default = 1.5", "default = 3.5\nmax = 2",
            "15:1: \"settings.voice.rate.default\" must be a number up to 2, not 3.5"
        ),
        ("default = 1.5", "default = 1.5\nmin = 3", "15:1: \"settings.voice.rate.default\" must be a number from 3 on"),
        ("default = 1.5", "default = 1.5\nmin = 3\nmax = 2", "17:1: \"settings.voice.rate.max\" is less than \"min\""),
        ("default = 1.5", "default = 1.5\nmin = \"a\"", "16:1: \"settings.voice.rate.min\" must be a number"),
        ("default = 1.5", "default = 1.5\nmax = inf", "16:1: \"settings.voice.rate.max\" must be finite"),
        (
            "default = 1.5", "default = nan\nmax = 2",
            "15:1: \"settings.voice.rate.default\" must be a number up to 2, not nan"
        ),
        ("default = 1.5\n", "", "13:1: \"default\" is missing"),
        ("default = 1.5", "default = 1.5\nchoices = [\"a\"]", "16:1: \"settings.voice.rate.choices\" are texts"),
        ("default = \"wav\"", "default = \"wav\"\nmin = 1", "10:1: \"settings.output.min\" bounds numbers"),
        ("default = \"wav\"", "default = \"radio\"", "9:1: \"settings.output.default\" is \"radio\", which is not one"),
        ("\"wav\", \"none\"", "\"wav\", \"wav\"", "10:1: \"wav\" is listed twice"),
        ("choices = [\"wav\", \"none\"]", "choices = []", "10:1: \"settings.output.choices\" is empty"),
        ("choices = [\"wav\", \"none\"]", "choices = {}", "10:1: \"settings.output.choices\" is empty"),
        (
            "choices = [\"wav\", \"none\"]", "choices = { wav = 1 }",
            "10:13: \"settings.output.choices.wav\" must be a text"
        ),
        ("choices = [\"wav\", \"none\"]", "choices = \"wav\"", "10:1: \"settings.output.choices\" must be a list"),
        ("help = \"How fast it speaks.\"", "", "13:1: \"settings.voice.rate.help\" is missing"),
        ("help = \"How fast it speaks.\"", "help = \" \"", "16:1: \"settings.voice.rate.help\" must be a sentence"),
        ("type = \"number\"", "type = \"float\"", "14:1: there is no type \"float\"; known: text, bool"),
        ("type = \"number\"\n", "", "13:1: \"settings.voice.rate.type\" is missing"),
        (
            "type = \"number\"", "typ = \"number\"",
            "14:1: unknown key \"settings.voice.rate.typ\"; did you mean \"type\"?"
        ),
        ("[settings.voice.rate]", "[settings.output]", "13:1: \"output\" is defined twice"),
        ("[settings.voice.rate]", "[settings.\"voice.rate\"]", "13:1: \"voice.rate\" is not the name of a setting"),
        ("[settings.voice.rate]", "[settings]\nrate = 1\n[settings.a]", "14:1: \"settings.rate\" must be a table"),
        ("[settings.voice.rate]", "[settings.voice]\n[settings.rate]", "13:1: \"settings.voice.type\" is missing"),
        ("contract = 1", "contract = \"1\"", "4:1: \"contract\" must be a whole number"),
        ("contract = 1\n", "", "1:1: \"contract\" must be the version of the contract that the control speaks: 1"),
        ("summary = \"Speaks the announcements.\"\n", "", "1:1: \"summary\" is missing; it must be a text"),
        ("contract = 1", "contract = 0", "4:1: \"contract\" must be the version of the contract"),
        ("executable = \"navbus-speech\"", "executable = \"bin/\"", "3:1: \"bin/\" is a folder"),
        ("executable = \"navbus-speech\"", "executable = \"/bin/ls\"", "3:1: \"/bin/ls\" leads out of the folder"),
        ("executable = \"navbus-speech\"", "executable = \"../../x\"", "3:1: \"../../x\" leads out of the folder"),
        ("executable = \"navbus-speech\"", "executable = \"a/../../x\"", "3:1: \"a/../../x\" leads out of the"),
        ("executable = \"navbus-speech\"", "executable = \"..\"", "3:1: \"..\" leads out of the folder"),
        (
            "summary = \"Speaks the announcements.\"", "summary = \"\"",
            "2:1: \"summary\" must be a sentence on one line"
        ),
    ])
    func `a problem is reported with its position`(old: String, new: String, expected: String) {
        let text = refusal(whole.replacing(old, with: new))
        #expect(text.contains("plugin.toml:\(expected)"), "\(text)")
    }

    @Test func `a default of another type is refused`() {
        #expect(
            refusal(whole.replacing("default = 1.5", with: "default = \"fast\"")).contains(
                "must be a number, not a text"))
    }

    @Test func `broken TOML is reported with line and column`() {
        #expect(refusal("id = \"speech\"\nsummary = [").contains("plugin.toml:2:"))
    }

    @Test func `a missing file is reported with the reason`() {
        #expect(throws: ConfigurationError.self) { try ControlManifest(file: "/nowhere/plugin.toml") }
        do {
            _ = try ControlManifest(file: "/nowhere/plugin.toml")
        } catch {
            #expect("\(error)".contains("/nowhere/plugin.toml: cannot be read: No such file"))
        }
    }
}
