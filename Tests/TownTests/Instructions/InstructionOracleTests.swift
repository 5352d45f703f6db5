import Announcements
import Foundation
import TestSupport
import Testing

/// The sentences of navbus against the instructions of the providers.
@Suite("Sentences and the instructions of the providers", .serialized)
struct InstructionOracleTests {
    @Test func `every phrase of a maneuver shows its kind`() throws {
        for language in OracleRun.languages {
            let unclear = try SpokenPhrases(OracleRun.table(language)).unclearKeys
            #expect(unclear == [])
        }
    }

    @Test func `every step of the route fixtures is announced as its provider does`() throws {
        try OracleRun.judge(OracleRun.files(in: OracleRun.root.appending(path: "Tests/RoutesTests/Fixtures")))
    }

    @Test func `every step of random trips through the towns is announced as the real engines do`() throws {
        let folder = try TemporaryFolder()
        try TownTrips.save(below: folder)
        try OracleRun.judge(OracleRun.files(in: URL(filePath: folder.path).appending(path: "answers")))
    }

    /// The answers in the folder `NAVBUS_ROUTES`, for trips on a real map.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["NAVBUS_ROUTES"] != nil))
    func `every step of the answers in a folder is announced as their provider does`() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["NAVBUS_ROUTES"])
        try OracleRun.judge(OracleRun.files(in: URL(filePath: folder)), printsTable: true)
    }
}
