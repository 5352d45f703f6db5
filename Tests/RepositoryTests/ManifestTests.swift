import TOMLKit
import Testing

@Suite("Manifests of the controls")
struct ManifestTests {
    @Test func `the folders of all controls have the same parts`() throws {
        for control in try Repository.controls() {
            for part in ["README.md", "plugin.toml", "settings.sample.toml", "Sources", "Tests"]
            where !Repository.has("Plugins/\(control)/\(part)") {
                Issue.record("Plugins/\(control) has no \(part); see Plugins/Console")
            }
        }
    }

    @Test func `folder, id, executable and package product have the same name`() throws {
        // The formatter breaks long lines.
        let package = try Repository.text("Package.swift").text.filter { !$0.isWhitespace }
        for control in try Repository.controls() {
            let manifest = try manifest(of: control)
            let id = control.lowercased()
            #expect(manifest["id"]?.string == id, "Plugins/\(control)/plugin.toml: id")
            #expect(manifest["executable"]?.string == "navbus-\(id)", "Plugins/\(control)/plugin.toml: executable")
            #expect(manifest["summary"]?.string?.hasSuffix(".") == true, "Plugins/\(control)/plugin.toml: a sentence")
            #expect(package.contains("(\"\(control)\",["), "Package.swift does not build \(control)")
        }
    }

    @Test func `the sample of the settings has exactly the declared settings with their defaults`() throws {
        for control in try Repository.controls() {
            let declared = declarations(in: try manifest(of: control)["settings"]?.table, path: "")
            let sample = try TOMLTable(string: Repository.text("Plugins/\(control)/settings.sample.toml").text)
            let shown = values(in: sample[control.lowercased()]?.table, path: "")
            #expect(sample.keys == [control.lowercased()], "Plugins/\(control)/settings.sample.toml: one section")
            #expect(shown == declared, "Plugins/\(control): settings.sample.toml and plugin.toml differ")
        }
    }

    private func manifest(of control: String) throws -> TOMLTable {
        try TOMLTable(string: Repository.text("Plugins/\(control)/plugin.toml").text)
    }

    /// The defaults of the declared settings. A table with a `type` declares a setting; other tables contain settings.
    private func declarations(in table: TOMLTable?, path: String) -> [String: String] {
        var found: [String: String] = [:]
        for key in table?.keys ?? [] {
            guard let entry = table?[key]?.table else { continue }
            let name = path + key
            if entry["type"]?.string != nil {
                found[name] = entry["default"].map { $0.debugDescription } ?? ""
            } else {
                found.merge(declarations(in: entry, path: name + ".")) { first, _ in first }
            }
        }
        return found
    }

    private func values(in table: TOMLTable?, path: String) -> [String: String] {
        var found: [String: String] = [:]
        for key in table?.keys ?? [] {
            guard let value = table?[key] else { continue }
            if let inner = value.table {
                found.merge(values(in: inner, path: path + key + ".")) { first, _ in first }
            } else {
                found[path + key] = value.debugDescription
            }
        }
        return found
    }
}
