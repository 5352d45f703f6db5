import Foundation
import NavigationControl
import Supervisor
import TOML
import Testing

@testable import navbus

@Suite("The configurations that come along")
struct OwnProfileTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let files = ["config", "examples/gpsd-live"].flatMap {
        folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        return names.filter { $0.hasSuffix(".toml") }.map { "\(folder)/\($0)" }
    }

    @Test("There is one to look at, one for who walks without looking, and the first drive")
    func there() {
        for name in ["config/display.toml", "config/first-drive.toml", "config/walker.toml"] {
            #expect(Self.files.contains(name))
        }
    }

    @Test("Each is read without a complaint, and so are the settings of its controls", arguments: files)
    func read(name: String) throws {
        let file = Self.root.appending(path: name).path
        let catalog = ControlCatalog(folders: [Self.root.appending(path: "Plugins").path], executableFolder: nil)
        let profile = try ProfileReader(file: file, knownControls: catalog.entries.map(\.manifest.id)).profile()
        #expect(!profile.controls.isEmpty)
        for (id, section) in profile.controlSections {
            let manifest = try #require(catalog.entry(id)).manifest
            _ = try ControlSettings(manifest: manifest, paths: PathResolver(folderOf: file))
                .resolved(section.values) { ConfigurationError(file: file, place: section.places[$0], text: $1) }
        }
    }
}
