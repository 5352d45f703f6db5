import Announcements
import Foundation
import Testing

/// Runs the oracle over the answers in files.
enum OracleRun {
    /// The languages in which providers write the instructions.
    static let languages = ["en-US", "en-GB"]

    /// The folder of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func table(_ language: String) throws -> StringTable {
        try StringTable(contentsOf: root.appending(path: "Plugins/Speech/Languages/\(language).toml").path)
    }

    /// The answer of a route fixture, such as `valhalla/tunnel`.
    static func fixture(_ name: String) -> URL {
        root.appending(path: "Tests/RoutesTests/Fixtures/\(name).json")
    }

    /// All answers below a folder.
    static func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
            .sorted { $0.path < $1.path }
    }

    /// Judges the sentences of all routes and expects no fault.
    static func judge(_ files: [URL], printsTable: Bool = false) throws {
        let tables = try languages.map { ($0, try table($0)) }
        var result = OracleTable()
        for file in files { try judge(file, tables: tables, in: &result) }
        if printsTable { print("\(result.text)\n\n\(result.faults)") }
        #expect(result.stepCount > 0)
        #expect(result.faultCount == 0, "\(result.text)\n\n\(result.faults)")
    }

    /// Judges the sentences of the first route in a file with every table.
    static func judge(_ file: URL, tables: [(tag: String, table: StringTable)], in result: inout OracleTable) throws {
        let bytes = try [UInt8](Data(contentsOf: file))
        guard let route = try ProvidedRoute(bytes, name: file.lastPathComponent) else { return }
        let moments = try SpokenRoute.moments(of: route.route)
        for (tag, table) in tables {
            let spoken = try SpokenRoute(route.route, moments: moments, table: table)
            result.add(InstructionOracle(route, spoken: spoken).verdicts(), of: route, language: tag)
        }
    }
}
