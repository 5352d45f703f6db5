import Announcements
import Foundation
import TestSupport
import Testing

/// The sentences of navbus against the instructions of the providers.
@Suite("Sentences and the instructions of the providers", .serialized)
struct InstructionOracleTests {
    private static let languages = ["en-US", "en-GB"]

    @Test func `every phrase of a maneuver shows its kind`() throws {
        for language in Self.languages {
            #expect(try SpokenPhrases(Self.table(language)).unclearKeys == [])
        }
    }

    @Test func `every step of the route fixtures is announced as its provider does`() throws {
        try Self.judge(Self.files(in: Self.root.appending(path: "Tests/RoutesTests/Fixtures")))
    }

    @Test func `every step of random trips through the towns is announced as the real engines do`() throws {
        let folder = try TemporaryFolder()
        try TownTrips.save(below: folder)
        try Self.judge(Self.files(in: URL(filePath: folder.path).appending(path: "answers")))
    }

    /// The answers in the folder `NAVBUS_ROUTES`, for trips on a real map.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["NAVBUS_ROUTES"] != nil))
    func `every step of the answers in a folder is announced as their provider does`() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["NAVBUS_ROUTES"])
        try Self.judge(Self.files(in: URL(filePath: folder)), printsTable: true)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func table(_ language: String) throws -> StringTable {
        try StringTable(contentsOf: root.appending(path: "Plugins/Speech/Languages/\(language).toml").path)
    }

    private static func files(in folder: URL) throws -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
            .sorted { $0.path < $1.path }
    }

    private static func judge(_ files: [URL], printsTable: Bool = false) throws {
        let languages = try languages.map { tag in
            let table = try table(tag)
            return (tag: tag, table: table, phrases: SpokenPhrases(table))
        }
        var result = OracleTable()
        for file in files {
            let bytes = try [UInt8](Data(contentsOf: file))
            guard let route = try ProvidedRoute(bytes, name: file.lastPathComponent) else { continue }
            let moments = try SpokenRoute.moments(of: route.route)
            for language in languages {
                let spoken = try SpokenRoute(
                    route.route, moments: moments, table: language.table, phrases: language.phrases)
                result.add(
                    InstructionOracle(route, spoken: spoken).verdicts(), of: route, language: language.tag)
            }
        }
        if printsTable { print("\(result.text)\n\n\(result.faults)") }
        #expect(result.stepCount > 0)
        #expect(result.faultCount == 0, "\(result.text)\n\n\(result.faults)")
    }
}
