import NavigationControl
import NavigationEvents
import Testing
import TestSupport

@testable import Router

@Suite("The router with many sessions", .timeLimit(.minutes(2)))
struct RouterControlTests {
    @Test func `every session gets one answer, over at most the configured number of connections`() throws {
        let server = try FakeServer(.answer(200, Answers.route))
        defer { server.close() }
        let line = FakeRouterChannel()
        let control = try RouterControl(context(server.url, line, connections: 3))
        try control.start()
        let sessions = (0..<40).compactMap { Session("car-\($0)") }
        for session in sessions { line.ask(session, .make(number: 5)) }
        #expect(eventually { line.answers.count == sessions.count }, "\(line.answers.count)")
        #expect(line.answers.values.allSatisfy { $0.count == 1 && $0[0].number == 5 && $0[0].isRoute })
        #expect(server.questions.count == sessions.count)
        #expect(server.maxOpen <= 4, "one may be closing while the next begins")
        control.stop()
        control.stop()
    }

    @Test func `only the newest request of a session is answered, and no withdrawn one`() throws {
        let server = try FakeServer(.stall(""))
        defer { server.close() }
        let line = FakeRouterChannel()
        let control = try RouterControl(context(server.url, line, connections: 2))
        try control.start()
        let other = try #require(Session("other"))
        line.ask(.main, .make(number: 1))
        line.ask(other, .make(number: 1))
        #expect(eventually { server.questions.count == 2 })
        line.ask(other, nil)
        server.behave(.answer(200, Answers.route))
        line.ask(.main, .make(number: 2))
        #expect(eventually { line.answers["main"]?.count == 1 })
        #expect(line.answers["main"]?.first?.number == 2)
        #expect(line.answers["other"] == nil)
        control.stop()
    }

    @Test func `a failure is answered with its reason`() throws {
        let server = try FakeServer(.answer(400, Answers.noRoad))
        defer { server.close() }
        let line = FakeRouterChannel()
        let control = try RouterControl(context(server.url, line, connections: 1))
        try control.start()
        line.ask(.main, .make(number: 9))
        #expect(eventually { line.answers["main"] != nil })
        guard case .failure(let text)? = line.answers["main"]?.first?.outcome else {
            Issue.record("\(line.answers)")
            return
        }
        #expect(text.hasPrefix("get a route from OSRM at \(server.url): it refused with error 171: No suitable edges"))
        control.stop()
    }

    @Test func `the refusal of a setting names its key and does not show its secrets`() {
        let settings = Settings(["url": .text("ftp://me:word@host/x?key=1")])
        let error = #expect(throws: SettingsError.self) { try RouterSettings(settings) }
        #expect(
            error?.description.contains("use the setting \"url\" = \"ftp://host/x\": an address has the form") == true)
        #expect(throws: SettingsError.self) { try RouterSettings(Settings(["engine": .text("gogle")])) }
        #expect(throws: SettingsError.self) { try RouterSettings(Settings(["timeoutSeconds": .number(0)])) }
    }

    private func context(_ url: String, _ line: FakeRouterChannel, connections: Int64) -> ControlContext {
        ControlContext(
            settings: Settings([
                "engine": .text("osrm"), "url": .text(url), "connections": .integer(connections),
            ]), router: line)
    }
}

extension RouteAnswer {
    fileprivate var isRoute: Bool { if case .route = outcome { true } else { false } }
}
