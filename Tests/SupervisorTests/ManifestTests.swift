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

    @Test func aManifestSaysEverythingThatIsNeededToStartTheControl() throws {
        let speech = try manifest(whole)
        #expect(speech.id == "speech")
        #expect(speech.executable == "navbus-speech")
        #expect(speech.topics == [.onNavigation, .onNavigationStopped])
        #expect(speech.settings.map(\.key) == ["output", "voice.rate"])
        #expect(speech.settings.map(\.defaultValue) == [.text("wav"), .number(1.5)])
    }

    @Test func aManifestMayNameRolesAndLimits() throws {
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
        ("doctor = 1", "plugin.toml:7:1: \"doctor\" must be true or false"),
        ("[limits]\nopenFiles = 3", "plugin.toml:8:1: \"limits.openFiles\" must be from 16 to 1048576, not 3"),
        ("[limits]\nfiles = 3", "plugin.toml:8:1: unknown key \"limits.files\""),
    ])
    func aLimitThatNoControlCanLiveWithIsRefused(line: String, expected: String) {
        let text = refusal(whole.replacing("[settings.output]", with: "\(line)\n[settings.output]"))
        #expect(text.contains(expected), "\(text)")
    }

    @Test func aMisspelledKeyIsNamedWithItsPlaceAndTheNearestKnownOne() {
        let text = refusal(whole.replacing("summary", with: "sumary"))
        #expect(text.contains("plugin.toml:2:1"))
        #expect(text.contains("\"sumary\""))
        #expect(text.contains("did you mean \"summary\"?"))
    }

    @Test func anUnknownTopicIsRefusedWithTheKnownOnes() {
        let text = refusal(whole.replacing("\"onNavigation\"", with: "\"onNavigate\""))
        #expect(text.contains("plugin.toml:5:1"))
        #expect(text.contains("there is no topic \"onNavigate\""))
        #expect(text.contains("onNavigationStarted"))
    }

    @Test func aContractOfALaterVersionIsRefused() {
        let text = refusal(whole.replacing("contract = 1", with: "contract = 99"))
        #expect(text.contains("plugin.toml:4:1: version 99 of the contract needs a newer navbus"))
    }

    @Test func aDefaultOfAnotherTypeIsRefused() {
        #expect(
            refusal(whole.replacing("default = 1.5", with: "default = \"fast\"")).contains(
                "must be a number, not a text"))
    }

    @Test func brokenTOMLIsReportedWithLineAndColumn() {
        #expect(refusal("id = \"speech\"\nsummary = [").contains("plugin.toml:2:"))
    }

    @Test func aFileThatIsNotThereIsNamedWithTheReason() {
        #expect(throws: ConfigurationError.self) { try ControlManifest(file: "/nowhere/plugin.toml") }
        do {
            _ = try ControlManifest(file: "/nowhere/plugin.toml")
        } catch {
            #expect("\(error)".contains("/nowhere/plugin.toml: cannot be read: No such file"))
        }
    }
}

@Suite struct CatalogTests {
    private let lanes = """
        id = "lanes"
        summary = "Shows lanes."
        executable = "navbus-lanes"
        contract = 1
        topics = []
        """

    @Test func controlsAreFoundByTheirManifests() throws {
        let folder = try TemporaryFolder()
        try folder.write(lanes, to: "plugins/lanes/plugin.toml")
        try folder.write("#!/bin/sh\n", to: "bin/navbus-lanes", mode: 0o755)
        try folder.write("nothing", to: "plugins/notes/README.md")
        let catalog = ControlCatalog(folders: ["\(folder.path)/plugins"], executableFolder: "\(folder.path)/bin")
        #expect(catalog.entries.map(\.manifest.id) == ["lanes"])
        #expect(catalog.entry("lanes")?.executable == "\(folder.path)/bin/navbus-lanes")
        #expect(catalog.problems.isEmpty)
    }

    @Test func oneBrokenManifestDoesNotHideTheOthers() throws {
        let folder = try TemporaryFolder()
        try folder.write(lanes, to: "lanes/plugin.toml")
        try folder.write("id = ", to: "broken/plugin.toml")
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: nil)
        #expect(catalog.entries.map(\.manifest.id) == ["lanes"])
        #expect(catalog.problems.map(\.file) == ["\(folder.path)/broken/plugin.toml"])
    }

    @Test func aControlWithoutItsExecutableIsListedAsSuch() throws {
        let folder = try TemporaryFolder()
        try folder.write(lanes.replacing("navbus-lanes", with: "navbus-nowhere"), to: "lanes/plugin.toml")
        let catalog = ControlCatalog(folders: [folder.path], executableFolder: folder.path)
        let entry = try #require(catalog.entry("lanes"))
        #expect(entry.executable == nil)
    }
}
