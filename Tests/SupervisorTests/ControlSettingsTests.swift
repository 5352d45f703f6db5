import NavigationControl
import NavigationEvents
import Supervisor
import Testing
import TOML

@Suite struct ControlSettingsTests {
    private let manifest = ControlManifest(
        id: "speech", summary: "", executable: "", topics: [],
        settings: [
            SettingDeclaration(
                key: "output", kind: .text, defaultValue: .text("wav"), choices: ["wav", "none"], help: ""),
            SettingDeclaration(key: "file", kind: .path, defaultValue: .text("speech.wav"), help: ""),
            SettingDeclaration(
                key: "table", kind: .path, defaultValue: .text("belt"), choices: ["belt", "phone"], help: ""),
            SettingDeclaration(key: "voice.rate", kind: .number, defaultValue: .number(1), help: ""),
            SettingDeclaration(
                key: "volume", kind: .number, defaultValue: .number(1), minimum: 0, maximum: 1, help: ""),
            SettingDeclaration(key: "retries", kind: .integer, defaultValue: .integer(1), minimum: 0, help: ""),
            SettingDeclaration(key: "lanes", kind: .bool, defaultValue: .bool(true), help: ""),
        ])

    private func resolved(_ section: [String: SettingValue]) throws -> [String: SettingValue] {
        try ControlSettings(manifest: manifest, paths: PathResolver(base: "/etc/navbus")).resolved(section) {
            key, text in
            ConfigurationError(file: key, text: text)
        }
    }

    private func refusal(_ section: [String: SettingValue]) -> String {
        do {
            _ = try resolved(section)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test func `an absent setting has its declared default`() throws {
        #expect(try resolved([:])["output"] == .text("wav"))
        #expect(try resolved(["output": .text("none")])["voice.rate"] == .number(1))
    }

    @Test func `an integer is accepted for a number`() throws {
        #expect(try resolved(["voice.rate": .integer(2)])["voice.rate"] == .number(2))
    }

    @Test func `a path is relative to the configuration file`() throws {
        #expect(try resolved(["file": .text("../out/a.wav")])["file"] == .text("/etc/out/a.wav"))
        #expect(try resolved(["file": .text("/tmp/a.wav")])["file"] == .text("/tmp/a.wav"))
    }

    @Test func `a path with choices is one of them or a file`() throws {
        #expect(try resolved(["table": .text("phone")])["table"] == .text("phone"))
        #expect(try resolved(["table": .text("mine.toml")])["table"] == .text("/etc/navbus/mine.toml"))
        #expect(refusal(["table": .text("fone")]).contains("use one of: belt, phone, the path of a file"))
    }

    @Test func `an unknown setting is refused with the nearest one`() {
        #expect(refusal(["ouput": .text("wav")]).contains("no setting \"ouput\"; did you mean \"output\"?"))
    }

    @Test func `a text that is not a choice is refused with the choices`() {
        #expect(refusal(["output": .text("radio")]).contains("cannot be \"radio\"; use one of: wav, none"))
    }

    @Test func `a value of another type is refused`() {
        #expect(refusal(["lanes": .text("yes")]).contains("\"speech.lanes\" must be true or false, not a text"))
        #expect(refusal(["volume": .text("x")]).contains("\"speech.volume\" must be a number from 0 to 1, not a text"))
        #expect(refusal(["retries": .number(1.5)]).contains("must be a whole number from 0 on, not 1.5"))
    }

    @Test func `a value of the command line is parsed as declared`() {
        let settings = ControlSettings(manifest: manifest, paths: PathResolver(base: "/"))
        #expect(settings.value("false", for: "lanes") == .bool(false))
        #expect(settings.value("maybe", for: "lanes") == nil)
        #expect(settings.value("1.5", for: "voice.rate") == .number(1.5))
    }

    @Test(arguments: [
        (["volume": SettingValue.number(1.5)], "\"speech.volume\" must be a number from 0 to 1, not 1.5"),
        (["volume": .integer(2)], "\"speech.volume\" must be a number from 0 to 1, not 2"),
        (["volume": .number(.nan)], "\"speech.volume\" must be a number from 0 to 1, not nan"),
        (["retries": .integer(-1)], "\"speech.retries\" must be a whole number from 0 on, not -1"),
    ])
    func `a number outside its bounds is refused`(section: [String: SettingValue], expected: String) {
        #expect(refusal(section).contains(expected), "\(refusal(section))")
    }

    @Test func `both bounds are allowed`() throws {
        #expect(try resolved(["volume": .integer(0)])["volume"] == .number(0))
        #expect(try resolved(["volume": .number(1)])["volume"] == .number(1))
        #expect(try resolved(["retries": .integer(1000)])["retries"] == .integer(1000))
    }
}
