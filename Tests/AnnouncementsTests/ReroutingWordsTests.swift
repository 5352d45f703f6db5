import Announcements
import NavigationEvents
import TestSupport
import Testing

/// The words for a search for another route.
@Suite struct ReroutingWordsTests {
    private static let table = StringTable(
        texts: SpokenEnglish.table.texts.merging([
            "route_calc_failed": "No route.", "route_calc_progress_title": "Looking for a route",
        ]) { $1 })

    private func lost(_ seconds: Double, failure: String = "") -> NavigationInfo {
        var info = NavigationInfo.make(nil, state: .rerouting, at: .noon.later(seconds: seconds))
        info.isOffRoute = true
        info.rerouting = Rerouting(attempts: 1, failure: failure)
        return info
    }

    private func texts(
        _ events: [NavigationInfo], settings: AnnouncementSettings = AnnouncementSettings()
    ) throws -> [String] {
        var generator = AnnouncementGenerator(settings: settings, strings: Self.table)
        return try events.compactMap { try generator.announcement(for: $0)?.text }
    }

    @Test func `a search that takes long is announced once`() throws {
        #expect(try texts((0..<20).map { lost(Double($0)) }) == ["Looking for a route"])
    }

    @Test func `a quick answer has no words`() throws {
        #expect(try texts([lost(0), lost(1), lost(2), .make(nil, at: .noon.later(seconds: 3))]) == [])
    }

    @Test func `a failure is announced once each time the route is left`() throws {
        let failures = (0..<9).map { lost(Double($0), failure: "reach the router") }
        #expect(try texts(failures) == ["No route."])
        #expect(try texts(failures + [.make(nil)] + failures) == ["No route.", "No route."])
    }

    @Test func `a cue precedes the words, and alerts leave them out`() throws {
        var info = lost(0, failure: "reach the router")
        info.cue = .make(.now, .offRoute)
        #expect(try texts([info, info, info]) == ["turn round if possible", "No route."])
        #expect(try texts([info, info], settings: .init(verbosity: .alerts)) == ["turn round if possible"])
    }
}
