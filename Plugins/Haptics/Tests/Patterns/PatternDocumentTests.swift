import Foundation
import Testing

@testable import Haptics

/// The tables in docs/haptics.md.
@Suite struct PatternDocumentTests {
    @Test func `the tables of the document are valid`() throws {
        let tables = try Self.document().components(separatedBy: "```toml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }.filter { $0.hasPrefix("extends") }
        #expect(tables.count >= 2)
        for text in tables {
            let table = try PatternTable(text: text, file: "docs/haptics.md", name: "shown") {
                (name) throws(PatternTableError) in try PatternFolder.checkout.table(name)
            }
            let alike = try #require(table.similarPair())
            #expect(alike.steps >= PatternLanguage.minSteps, "\(table.summary): \(alike)")
        }
    }

    @Test(arguments: PatternName.allCases) func `the document explains every situation`(_ name: PatternName) throws {
        #expect(try Self.document().contains("`\(name.rawValue)`"))
    }

    private static func document() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        return try String(contentsOf: root.appending(path: "docs/haptics.md").standardizedFileURL, encoding: .utf8)
    }
}
