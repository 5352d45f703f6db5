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

    @Test func whatIsNotSaidIsTheDeclaredDefault() throws {
        #expect(try resolved([:])["output"] == .text("wav"))
        #expect(try resolved(["output": .text("none")])["voice.rate"] == .number(1))
    }

    @Test func aWholeNumberServesWhereANumberIsWanted() throws {
        #expect(try resolved(["voice.rate": .integer(2)])["voice.rate"] == .number(2))
    }

    @Test func aPathIsRelativeToTheConfigurationFile() throws {
        #expect(try resolved(["file": .text("../out/a.wav")])["file"] == .text("/etc/out/a.wav"))
        #expect(try resolved(["file": .text("/tmp/a.wav")])["file"] == .text("/tmp/a.wav"))
    }

    @Test func aPathWithChoicesIsOneOfThemOrAFile() throws {
        #expect(try resolved(["table": .text("phone")])["table"] == .text("phone"))
        #expect(try resolved(["table": .text("mine.toml")])["table"] == .text("/etc/navbus/mine.toml"))
        #expect(refusal(["table": .text("fone")]).contains("use one of: belt, phone, the path of a file"))
    }

    @Test func anUnknownSettingIsRefusedWithTheNearestOne() {
        #expect(refusal(["ouput": .text("wav")]).contains("no setting \"ouput\"; did you mean \"output\"?"))
    }

    @Test func aTextThatIsNoChoiceIsRefusedWithTheChoices() {
        #expect(refusal(["output": .text("radio")]).contains("cannot be \"radio\"; use one of: wav, none"))
    }

    @Test func aValueOfAnotherTypeIsRefused() {
        #expect(refusal(["lanes": .text("yes")]).contains("\"speech.lanes\" must be true or false"))
    }

    @Test func aValueOfTheCommandLineIsReadAsDeclared() {
        let settings = ControlSettings(manifest: manifest, paths: PathResolver(base: "/"))
        #expect(settings.value("false", for: "lanes") == .bool(false))
        #expect(settings.value("maybe", for: "lanes") == nil)
        #expect(settings.value("1.5", for: "voice.rate") == .number(1.5))
    }
}
