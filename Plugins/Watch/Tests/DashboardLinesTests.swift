import Dashboard
import NavigationEvents
import Pictures
import Testing

@testable import Watch

@Suite("A drive as lines of text")
struct DashboardLinesTests {
    @Test func `each change prints a line`() {
        var (dashboard, lines) = (Dashboard(), DashboardLines(options: RenderOptions(form: .ascii)))
        var said: [String] = []
        func show() { said += lines.lines(dashboard, at: Moment(seconds: 0)) }
        for distance in stride(from: 620.0, through: 30, by: -10) {
            dashboard.update(NavigationInfo.make(inMeters: distance), at: Moment(seconds: 0))
            show()
        }
        dashboard.update(ControlReport.speech(.began, "turn right"), at: Moment(seconds: 0))
        show()
        dashboard.update(ControlReport.speech(.ended, "turn right"), at: Moment(seconds: 1))
        show()
        dashboard.stopNavigation(at: Moment(seconds: 1))
        show()
        let maneuvers = said.filter { $0.hasPrefix("->") }
        #expect(
            maneuvers.map { $0.prefix(12) } == [
                "->  in 620 m", "->  in 500 m", "->  in 200 m", "->  in 100 m", "->  in 50 m:",
            ])
        #expect(
            said.filter { !$0.hasPrefix("->") } == [
                "bus        up", "guiding    on the way", "said       turn right", "idle       no navigation",
            ])
        #expect(said.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
    }

    @Test func `the way to the route is printed once`() {
        let printed = lines(
            [250.0, 180, 60].map { meters in
                (
                    0,
                    { dashboard, now in
                        var info = NavigationInfo.make(inMeters: 320)
                        info.approach = RouteApproach(distanceMeters: meters, bearingDegrees: 90)
                        dashboard.update(info, at: now)
                    }
                )
            })
        #expect(printed.filter { $0.hasPrefix("approach") } == ["approach   proceed to the route 250 m east"])
    }

    /// The lines of a dashboard that is shown after each change.
    private func lines(_ changes: [(Double, (inout Dashboard, Moment) -> Void)]) -> [String] {
        var (dashboard, lines) = (Dashboard(), DashboardLines())
        return changes.flatMap { seconds, change in
            let now = Moment(seconds: seconds)
            change(&dashboard, now)
            return lines.lines(dashboard, at: now)
        }
    }

    @Test func `repeated utterances, pulses and problems print one line each time`() {
        func report(_ kind: ReportKind, _ effect: String, _ text: String, _ number: UInt64) -> ControlReport {
            ControlReport(control: "x", kind: kind, effect: effect, text: text, processID: 1, effectNumber: number)
        }
        var changes: [(Double, (inout Dashboard, Moment) -> Void)] = []
        for number in 1...2 {
            for effect in ["utterance", "pulse"] {
                for kind in [ReportKind.began, .progressed, .ended] {
                    let report = report(kind, effect, "now turn left", UInt64(number))
                    changes.append((Double(number), { $0.update(report, at: $1) }))
                }
            }
            let problem = report(.warning, "", "no sound", 0)
            changes.append((Double(number), { $0.update(problem, at: $1) }))
            changes.append((Double(number), { $0.tick(at: $1) }))
        }
        let said = lines(changes)
        #expect(said.count { $0 == "said       now turn left" } == 2)
        #expect(said.count { $0 == "pulse      now turn left" } == 2)
        #expect(said.count { $0 == "warning    x: no sound" } == 2)
        #expect(said.count == 6)
    }

    @Test func `a display that joins a drive does not print that there is none`() {
        var status = BusStatus(run: 1, processID: 1, uptimeSeconds: 1)
        status.sessions = [SessionStatus(session: .main, state: .enroute)]
        let joined = status
        let said = lines([
            (0, { $0.noteJoined(at: $1) }), (0.1, { $0.update(joined, at: $1) }),
            (0.2, { $0.update(Fix.make(), at: $1) }),
            (0.2, { $0.update(NavigationInfo.make(), at: $1) }),
        ])
        #expect(said.prefix(2) == ["bus        up", "guiding    on the way"] && said.count == 3)
    }

    @Test func `silence prints its beginning, the maneuver follows, and a search its failure`() {
        var search = NavigationInfo.make(nil, state: .rerouting)
        search.rerouting = Rerouting(attempts: 1, failure: "reach the router")
        let lost = search
        let said = lines([
            (0, { $0.update(NavigationInfo.make(inMeters: 150), at: $1) }), (6, { $0.tick(at: $1) }),
            (7, { $0.tick(at: $1) }), (8, { $0.update(NavigationInfo.make(inMeters: 150), at: $1) }),
            (9, { $0.update(lost, at: $1) }), (10, { $0.update(lost, at: $1) }),
        ])
        #expect(said.count { $0.hasPrefix("bus        no event since ") } == 1)
        #expect(said.count { $0.contains("in 150 m") } == 2)
        #expect(said.last == "rerouting  the last attempt failed to reach the router")
        #expect(said.count { $0.hasPrefix("rerouting") } == 2)
    }
}
