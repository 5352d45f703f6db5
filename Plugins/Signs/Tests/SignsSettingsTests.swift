import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import TestSupport
import Testing

@testable import Signs

@Suite struct SignsSettingsTests {
    private func pictures(_ values: [String: SettingValue] = [:]) throws -> PictureSettings {
        try SignsSettings(Settings(values)).pictures()
    }

    @Test func `the default is a banner by day in the folder`() throws {
        #expect(try pictures() == PictureSettings(folder: "signs"))
    }

    @Test func `every setting is read`() throws {
        let settings = try pictures([
            "folder": .text("/x"), "size": .integer(48), "scale": .integer(3), "theme": .text("night"),
            "publish": .text("png"), "panel": .text("240x320"), "device": .text("/dev/fb1"),
        ])
        #expect(settings.folder == "/x")
        #expect(settings.style == PictureStyle(size: .list, scale: 3, theme: .night))
        #expect(settings.publishing == .png)
        #expect(settings.panel == PanelSize(width: 240, height: 320))
        #expect(settings.displays("next").count == 2)
    }

    @Test func `a custom theme is read from its file`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("plate = \"#101010\"\n", to: "mine.toml")
        let settings = try pictures(["themeFile": .text(file)])
        #expect(settings.style.theme.plate == Color(16, 16, 16))
        try folder.write("plate = \"#ffffff\"\n", to: "mine.toml")
        let error = #expect(throws: SettingsError.self) {
            try pictures(["themeFile": .text(file)])
        }
        #expect(error?.description.contains("contrast") == true)
    }

    @Test(
        arguments: [
            ["size": .integer(50)], ["scale": .integer(4)], ["theme": .text("noon")], ["folder": .text("")],
            ["publish": .text("gif")], ["panel": .text("big")], ["device": .text("/dev/fb1")], ["folder": .bool(true)],
            ["themeFile": .text("/nonexistent.toml")],
        ] as [[String: SettingValue]])
    func `a wrong setting is rejected`(_ values: [String: SettingValue]) {
        let error = #expect(throws: SettingsError.self) { try pictures(values) }
        #expect(values.keys.allSatisfy { error?.description.contains("\"\($0)\"") == true })
    }
}
