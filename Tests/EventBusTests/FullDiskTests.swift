import Glibc
import Journal
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

/// There is no room for the files of the journal: publishing continues, and the problem is reported.
@Suite struct FullDiskTests {
    /// Mounting needs the rights of root; for other users the test is skipped.
    @Test(.enabled(if: geteuid() == 0, "only root may mount a small disk"))
    func `a full disk is reported once, and publishing continues`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0)
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let settings = JournalSettings(folder: folder.path + "/journal")
        let bus = try TestBus(journal: settings)
        let listener = Listener(bus, untilTick: 20_000)
        await listener.joined()
        await bus.server.pump(20_000)
        let outcome = try await listener.outcome
        // The warning may be one of them.
        #expect(outcome.envelopes.map(\.sequence) == Array(1...UInt64(outcome.envelopes.count)))
        #expect(outcome.ticks.filter { $0 > 0 } == Array(1...20_000))
        #expect(await bus.server.status().counters["journal_fallbacks"] ?? 0 > 0)
        await bus.server.trimJournals()
        await bus.server.trimJournals()
        let warnings = await bus.server.keptEvents(.onControl)
        #expect(warnings.count == 1)
        guard case .control(let warning) = warnings.first?.event else { return }
        #expect(warning.kind == .warning && warning.text.contains("No space left"))
        await bus.server.close()
    }
}
