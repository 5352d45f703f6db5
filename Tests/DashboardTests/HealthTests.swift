import Dashboard
import NavigationEvents
import Testing

@Suite("How bus and controls fare")
struct HealthTests {
    @Test("What is shown is stale after five silent seconds, and not before")
    func stale() {
        var dashboard = Dashboard()
        dashboard.tick(at: .at(100))
        #expect(!dashboard.isStale, "nothing was shown yet")
        dashboard.take(NavigationInfo.make(), at: .at(100))
        dashboard.tick(at: .at(105))
        #expect(!dashboard.isStale)
        dashboard.tick(at: .at(105.1))
        #expect(dashboard.isStale && dashboard.lastEventAt == .at(100) && dashboard.instruction != nil)
        dashboard.take(Fix.make(), at: .at(106))
        #expect(!dashboard.isStale)
    }

    @Test("A bus that is gone is told at once, back in a moment changes nothing, gone for long ends the instruction")
    func busGone() {
        var dashboard = Dashboard()
        dashboard.take(nil as BusStatus?, at: .at(0))
        #expect(!dashboard.isBusAlive && dashboard.busGoneSince == nil, "there was none yet")
        dashboard.take(BusStatus.make(), at: .at(1))
        dashboard.take(NavigationInfo.make(), at: .at(1))
        dashboard.take(nil as BusStatus?, at: .at(2))
        #expect(!dashboard.isBusAlive && dashboard.isStale && dashboard.busGoneSince == .at(2))
        #expect(dashboard.instruction != nil)
        dashboard.take(BusStatus.make(), at: .at(4))
        #expect(dashboard.isBusAlive && dashboard.busGoneSince == nil && dashboard.instruction != nil)
        dashboard.take(nil as BusStatus?, at: .at(5))
        dashboard.take(nil as BusStatus?, at: .at(21))
        #expect(dashboard.phase == .idle && dashboard.instruction == nil && dashboard.fix == nil)
    }

    @Test("Controls are listed by name, with what is wrong with them")
    func controls() {
        var dashboard = Dashboard()
        dashboard.take(
            .make(
                ControlStatus(control: "speech", state: .running, heartbeatAgeSeconds: 0.2),
                ControlStatus(control: "haptics", state: .failed, text: "no\u{1B}device", restarts: 3),
                ControlStatus(control: "signs", state: .running, heartbeatAgeSeconds: 9)), at: .at(0))
        #expect(dashboard.controls.map(\.name) == ["haptics", "signs", "speech"])
        #expect(dashboard.controls.map(\.isWell) == [false, false, true])
        #expect(dashboard.controls.first?.text == "no device")
    }

    @Test("Troubles are kept, the latest first, the same one once")
    func troubles() {
        var dashboard = Dashboard()
        func report(_ text: String, at seconds: Double) {
            dashboard.take(ControlReport(control: "speech", kind: .warning, text: text), at: .at(seconds))
        }
        report("one", at: 0)
        report("two", at: 1)
        report("one", at: 2)
        report("", at: 3)
        #expect(dashboard.troubles.map(\.text) == ["one", "two"])
        #expect(dashboard.troubles.first?.count == 2 && dashboard.troubles.first?.at == .at(2))
        for number in 0..<100 { report("\(number)", at: 4) }
        #expect(dashboard.troubles.count == Dashboard.mostTroubles)
    }

    @Test("The source of the positions is that of the session")
    func source() throws {
        let taxi = try #require(Session("taxi"))
        var dashboard = Dashboard(session: taxi)
        var status = BusStatus.make()
        status.sessions = [
            SessionStatus(session: .main, state: .enroute, source: .running),
            SessionStatus(session: taxi, state: .stopped, source: .ended),
        ]
        dashboard.take(status, at: .at(0))
        #expect(dashboard.source == .ended)
    }
}
