import Foundation
import NavigationControl
import Supervisor
import TOML
import TestSupport
import Testing

@testable import Launcher

@Suite("The profiles of navbus")
struct OwnProfileTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let files = ["config", "examples/gpsd-live"].flatMap {
        folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        return names.filter { $0.hasSuffix(".toml") }.map { "\(folder)/\($0)" }
    }

    @Test func `the profiles of navbus are the expected ones`() {
        for name in [
            "cloud-rendered", "display", "first-drive", "fleet-gateway", "fleet-router", "fleet-worker", "handlebar",
            "head-unit", "headless-logger", "test-bench", "walker",
        ] {
            #expect(Self.files.contains("config/\(name).toml"))
        }
    }

    @Test(arguments: files) func `each profile begins with a summary and explains each option`(
        name: String
    ) throws {
        let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
        #expect(!ProfileSearch.summary(text: text).isEmpty)
        guard name.hasPrefix("config/") else { return }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where line.contains(" = ") && !line.hasPrefix("#") {
            #expect(line.contains("  # ") || line.contains(" # "), "\(name):\(index + 1) says nothing of its option")
        }
    }

    @Test(arguments: files) func `an unknown key is refused in every section of each profile, with its line`(
        name: String
    ) throws {
        let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for index in lines.indices where lines[index].hasPrefix("[") {
            var changed = lines
            changed.insert("nonsense = 1", at: index + 1)
            let folder = try TemporaryFolder()
            let file = try folder.write(changed.joined(separator: "\n"), to: "changed.toml")
            let error = #expect(throws: ConfigurationError.self) { try Self.check(file) }
            #expect("\(try #require(error))".contains("changed.toml:\(index + 2):1: "), "\(lines[index])")
            #expect("\(try #require(error))".contains("nonsense"))
        }
    }

    @Test(arguments: files) func `each profile and the settings of its controls are valid`(
        name: String
    ) throws {
        let (profile, controlSet) = try Self.check(Self.root.appending(path: name).path)
        #expect(controlSet.members.count == profile.controls.count)
    }

    /// The checks of a run before it starts any process.
    private static func check(_ file: String) throws -> (RunConfiguration, ControlSet) {
        let plugins = root.appending(path: "Plugins").path
        let catalog = ControlCatalog(folders: [plugins], executableFolder: nil, origin: .checkout)
        #expect(catalog.problems.isEmpty)
        let profile = try ConfigurationReader(file: file, knownControls: catalog.entries.map(\.manifest.id))
            .configuration()
        return (profile, try ControlSet(configuration: profile, catalog: catalog, overrides: []))
    }
}
