import Dashboard
import NavigationEvents
import Testing

@Suite("States of bus and controls")
struct HealthTests {
    @Test func `the display is stale after five silent seconds, not before`() {
        var dashboard = Dashboard()
        dashboard.tick(at: .at(100))
        #expect(!dashboard.isStale, "nothing was shown yet")
        dashboard.update(NavigationInfo.make(), at: .at(100))
        dashboard.tick(at: .at(105))
        #expect(!dashboard.isStale)
        dashboard.tick(at: .at(105.1))
        #expect(dashboard.isStale && dashboard.silentSince == .at(100))
        dashboard.update(Fix.make(), at: .at(106))
        #expect(!dashboard.isStale && dashboard.silentSince == nil)
    }

    @Test func `silence hides the instruction until the next event`() {
        var dashboard = Dashboard()
        dashboard.update(Route.make(), at: .at(99))
        let info = NavigationInfo.make(.make(lanes: .twoLeftOfThree), inMeters: 300, then: .make(2, .turnLeft))
        dashboard.update(info, at: .at(100))
        let live = dashboard
        for second in 101...105 { dashboard.update(BusStatus.make(), at: .at(Double(second))) }
        #expect(dashboard.instruction == live.instruction && dashboard.lanes == live.lanes, "a short silence is none")
        for second in 106...500 { dashboard.update(BusStatus.make(), at: .at(Double(second))) }
        #expect(dashboard.instruction == nil && dashboard.later.isEmpty && dashboard.lanes.isEmpty)
        #expect(dashboard.speedMetersPerSecond == nil && !dashboard.isOverLimit)
        #expect(dashboard.phase == .guiding && dashboard.isStale && dashboard.silentSince == .at(100))
        #expect(dashboard.route == live.route && dashboard.destination == "Bismarckplatz" && dashboard.arrival != nil)
        dashboard.update(info, at: .at(501))
        #expect(!dashboard.isStale && dashboard.instruction == live.instruction && dashboard.lanes == live.lanes)
        #expect(dashboard.later == live.later && dashboard.route == live.route && dashboard.phase == .guiding)
    }

    @Test func `a hung or lost bus makes the display stale until it continues`() {
        var dashboard = Dashboard()
        dashboard.update(Route.make(), at: .at(0))
        dashboard.update(.make(.make(lanes: .twoLeftOfThree)), at: .at(0))
        dashboard.update(ControlReport.speech(.began), at: .at(0))
        dashboard.update(ControlReport.haptics(.began, "steering"), at: .at(0))
        for second in 2...120 { dashboard.update(nil as BusStatus?, at: .at(Double(second))) }
        #expect(dashboard.instruction == nil && dashboard.lanes.isEmpty && dashboard.phase == .guiding)
        #expect(dashboard.silentSince == .at(0) && dashboard.busGoneSince == .at(2))
        #expect(dashboard.activeUtterance == nil && dashboard.pulse == nil)
        dashboard.update(.make(.make(lanes: .twoLeftOfThree)), at: .at(121))
        #expect(dashboard.instruction != nil && dashboard.lanes == .twoLeftOfThree && dashboard.route?.number == 1)
        #expect(dashboard.destination == "Bismarckplatz" && !dashboard.isStale && dashboard.busGoneSince == nil)
    }

    @Test func `a lost bus is shown at once, and a short interruption changes nothing`() {
        var dashboard = Dashboard()
        dashboard.update(nil as BusStatus?, at: .at(0))
        #expect(!dashboard.isBusAlive && dashboard.busGoneSince == nil, "there was none yet")
        dashboard.update(BusStatus.make(), at: .at(1))
        dashboard.update(NavigationInfo.make(), at: .at(1))
        dashboard.update(nil as BusStatus?, at: .at(2))
        #expect(!dashboard.isBusAlive && dashboard.isStale && dashboard.busGoneSince == .at(2))
        #expect(dashboard.instruction != nil)
        dashboard.update(BusStatus.make(), at: .at(4))
        #expect(dashboard.isBusAlive && dashboard.busGoneSince == nil && dashboard.instruction != nil)
    }

    @Test func `the phase is known after the first event, or a status without a navigation`() {
        func dashboard(_ state: NavigationState?) -> Dashboard {
            var (dashboard, status) = (Dashboard(), BusStatus.make())
            status.sessions = state.map { [SessionStatus(session: .main, state: $0)] } ?? []
            dashboard.noteJoined(at: .at(0))
            #expect(!dashboard.isPhaseKnown)
            dashboard.update(status, at: .at(0))
            return dashboard
        }
        #expect(dashboard(.stopped).isPhaseKnown && dashboard(nil).isPhaseKnown)
        var joined = dashboard(.enroute)
        joined.update(Fix.make(), at: .at(1))
        #expect(!joined.isPhaseKnown && joined.phase == .idle)
        joined.update(NavigationInfo.make(), at: .at(1))
        #expect(joined.isPhaseKnown && joined.phase == .guiding)
    }

    @Test func `controls are listed by name, with their problems`() {
        var dashboard = Dashboard()
        dashboard.update(
            .make(
                ControlStatus(control: "speech", state: .running, heartbeatAgeSeconds: 0.2),
                ControlStatus(control: "haptics", state: .failed, text: "no\u{1B}device", restarts: 3),
                ControlStatus(control: "signs", state: .running, heartbeatAgeSeconds: 9)), at: .at(0))
        #expect(dashboard.controls.map(\.name) == ["haptics", "signs", "speech"])
        #expect(dashboard.controls.map(\.isWell) == [false, false, true])
        #expect(dashboard.controls.first?.text == "no device")
    }

    @Test func `problems are kept with the latest first and without duplicates`() {
        var dashboard = Dashboard()
        func report(_ text: String, at seconds: Double) {
            dashboard.update(ControlReport(control: "speech", kind: .warning, text: text), at: .at(seconds))
        }
        report("one", at: 0)
        report("two", at: 1)
        report("one", at: 2)
        report("", at: 3)
        #expect(dashboard.problems.map(\.text) == ["one", "two"])
        #expect(dashboard.problems.first?.count == 2 && dashboard.problems.first?.at == .at(2))
        for number in 0..<100 { report("\(number)", at: 4) }
        #expect(dashboard.problems.count == Dashboard.maxProblems)
    }

    @Test func `the source of the positions is that of the session`() throws {
        let taxi = try #require(Session("taxi"))
        var dashboard = Dashboard(session: taxi)
        var status = BusStatus.make()
        status.sessions = [
            SessionStatus(session: .main, state: .enroute, source: .running),
            SessionStatus(session: taxi, state: .stopped, source: .ended),
        ]
        dashboard.update(status, at: .at(0))
        #expect(dashboard.source == .ended)
    }
}
