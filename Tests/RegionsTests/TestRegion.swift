import Foundation
import Regions
import TestSupport

/// A library of regions in a temporary folder, and builders for it.
struct TestRegion {
    let folder: TemporaryFolder
    /// The scripts of the repository, or copies that a test changes.
    var scripts: String

    static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        folder = try TemporaryFolder()
        scripts = Self.repository.appending(path: "scripts/region").path
    }

    var library: RegionLibrary { RegionLibrary(environment: ["NAVBUS_REGIONS": folder.path + "/regions"]) }

    /// Copies the scripts, so that a test can replace one.
    mutating func copyScripts() throws {
        let copy = folder.path + "/scripts"
        try FileManager.default.copyItem(atPath: scripts, toPath: copy)
        scripts = copy
    }

    /// Replaces a script.
    func replace(_ script: String, with text: String) throws { try folder.write(text, to: "scripts/\(script)") }

    /// The builder of a region of the town; without map and routes.
    func builder(_ name: String = "town", extract: String? = nil) throws -> RegionBuilder {
        let path = try extract ?? folder.write(TownExtract().xml, to: "town.osm")
        var builder = RegionBuilder(
            name: try RegionName(name), library: library.folders[0], extract: try ExtractFile(path), scripts: scripts)
        builder.omitted = [.map, .routes]
        return builder
    }

    /// A region of the town.
    func build() throws -> Region { try builder().build { _ in } }
}
