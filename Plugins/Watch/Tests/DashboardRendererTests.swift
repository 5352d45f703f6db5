import Dashboard
import NavigationEvents
import Pictures
import Testing

@testable import Watch

@Suite("The content of the screen")
struct DashboardRendererTests {
    @Test func `forty columns and twelve rows show all of a drive`() {
        var dashboard = Dashboard.make(.make(.make(lanes: .rightmost)))
        dashboard.update(ControlReport.speech(.began, "turn right onto Berliner Straße"), at: Moment(seconds: 0))
        let text = DashboardRenderer.lines(dashboard).joined(separator: "\n")
        let wanted = [
            "290 m", "━━━", "Berliner Straße", "then ↰ 120 m Am", "↑ [↱]", "Rohrbacher Straße", "48 km/h  limit 50",
            "12 min  4.2 km", "» turn right onto Berliner Straße", "GPS  ±4 m  9 satellites",
        ]
        for part in wanted { #expect(text.contains(part), "\(part) in\n\(text)") }
        #expect(text.contains("█"), "the sign")
    }

    @Test func `in ASCII mode every byte is ASCII for any street name`() {
        var dashboard = Dashboard.make(.make(.make(onto: "Přemyslovská 東京 — Ørsted"), on: "Straße"))
        dashboard.update(ControlReport.speech(.began, "naïve façade"), at: Moment(seconds: 0))
        let text = DashboardRenderer.lines(dashboard, 60, 20, RenderOptions(form: .ascii)).joined(separator: "\n")
        #expect(text.utf8.allSatisfy { $0 < 0x7F })
        #expect(text.contains("Premyslovska ?? - Orsted") && text.contains("Strasse") && text.contains("naive facade"))
    }

    @Test func `a screen of any size is filled and never exceeded`() {
        var dashboard = Dashboard.make(.make(.make(lanes: .rightmost)))
        dashboard.update(ControlReport.speech(.began, String(repeating: "word ", count: 80)), at: Moment(seconds: 0))
        for columns in [1, 2, 5, 10, 19, 20, 39, 40, 60, 80, 132, 500] {
            for rows in [1, 2, 3, 5, 8, 11, 12, 18, 20, 24, 30, 50, 200] {
                for phase in 0..<3 {
                    var shown = dashboard
                    if phase == 1 { shown.stopNavigation(at: Moment(seconds: 0)) }
                    if phase == 2 { shown.update(NavigationInfo.make(nil, state: .rerouting), at: Moment(seconds: 0)) }
                    var renderer = DashboardRenderer()
                    let frame = renderer.frame(shown, columns: columns, rows: rows, at: Moment(seconds: 0))
                    #expect(frame.columns == columns && frame.rows == rows)
                }
            }
        }
    }

    @Test func `the first row has the distance on the smallest screens too`() {
        #expect(DashboardRenderer.lines(.make(), 20, 3)[0].contains("290 m"))
        #expect(DashboardRenderer.lines(.make(), 20, 1)[0].contains("↱"))
    }

    @Test func `the spoken word is marked and stays visible in a long text`() {
        var dashboard = Dashboard.make()
        let text = (0..<60).map { "word\($0)" }.joined(separator: " ")
        dashboard.update(ControlReport.speech(.began, text), at: Moment(seconds: 0))
        let start = text.unicodeScalars.count - 6
        dashboard.update(ControlReport.speech(.progressed, "word59", range: start..<start + 6), at: Moment(seconds: 1))
        var renderer = DashboardRenderer()
        let frame = renderer.frame(dashboard, columns: 40, rows: 12, at: Moment(seconds: 1))
        let marked = frame.cells.filter(\.style.isReversed).map(\.glyph.text).joined()
        #expect(marked == "word59")
    }

    @Test func `a stop, a lost route and an arrival remove the sign`() {
        var dashboard = Dashboard.make()
        dashboard.update(NavigationInfo.make(nil, state: .rerouting), at: Moment(seconds: 1))
        #expect(DashboardRenderer.lines(dashboard).contains { $0.contains("Off the route") })
        #expect(!DashboardRenderer.lines(dashboard).joined().contains("█"))
        dashboard.stopNavigation(at: Moment(seconds: 2))
        #expect(DashboardRenderer.lines(dashboard).contains { $0.contains("No navigation") })
        #expect(DashboardRenderer.lines(Dashboard()).contains { $0.contains("Waiting for the bus") })
    }

    @Test func `silence replaces the instruction by its duration until the next event`() {
        var dashboard = Dashboard.make(.make(.make(lanes: .rightmost)))
        let live = DashboardRenderer.lines(dashboard)
        dashboard.tick(at: Moment(seconds: 12))
        let text = DashboardRenderer.lines(dashboard, at: 12).joined(separator: "\n")
        #expect(text.contains("Position unknown") && text.contains("No event for 12 s"))
        #expect(text.contains(" no event for 12 s") && text.contains("no position for 12 s"))
        for part in ["290 m", "█", "Berliner", "then", "↱", "48 km/h"] { #expect(!text.contains(part), "\(part)") }
        dashboard.update(NavigationInfo.make(.make(lanes: .rightmost)), at: Moment(seconds: 13))
        #expect(DashboardRenderer.lines(dashboard, at: 13) == live)
    }

    @Test func `without navigation a missing position is no alarm`() {
        var dashboard = Dashboard()
        dashboard.update(Fix.make(), at: Moment(seconds: 0))
        dashboard.update(BusStatus(run: 1, processID: 1, uptimeSeconds: 1), at: Moment(seconds: 60))
        var renderer = DashboardRenderer()
        let frame = renderer.frame(dashboard, columns: 60, rows: 20, at: Moment(seconds: 60))
        #expect(frame.lines.contains("no position for 60 s"))
        #expect(!frame.cells.contains { $0.style.isReversed })
    }

    @Test func `missing names and times leave no gap`() {
        var info = NavigationInfo.make(on: "")
        info.isInTunnel = true
        info.toStopover = Remaining(distanceMeters: 900, durationSeconds: 90)
        var fix = Fix.make()
        fix.time = Timestamp(nanosecondsSinceEpoch: .max)
        info.fix = fix
        let text = DashboardRenderer.lines(.make(info), 80, 24)
        #expect(text.contains { $0.hasPrefix("(tunnel)") })
        #expect(text.contains { $0.contains("stopover  2 min  900 m") }, "\(text)")
    }

    @Test func `the way to the route and a ferry are shown in the line of the street`() {
        var info = NavigationInfo.make(on: "Uferweg")
        info.isOnFerry = true
        #expect(DashboardRenderer.lines(.make(info), 80, 24).contains { $0.hasPrefix("Uferweg (ferry)") })
        info.approach = RouteApproach(distanceMeters: 180, bearingDegrees: 312)
        let text = DashboardRenderer.lines(.make(info), 80, 24)
        #expect(text.contains { $0.hasPrefix("proceed to the route 180 m northwest (ferry)") }, "\(text)")
    }

    @Test
    func `the footer shows a lost bus before a problem, and a problem before a failed control`() {
        var dashboard = Dashboard.make()
        let status = BusStatus(
            run: 1, processID: 1, uptimeSeconds: 1,
            controls: [
                ControlStatus(control: "signs", state: .failed, text: "no disk"),
                ControlStatus(control: "speech", state: .running, heartbeatAgeSeconds: 0.1),
            ])
        dashboard.update(status, at: Moment(seconds: 1))
        #expect(
            DashboardRenderer.lines(dashboard, 60, 24).suffix(2) == ["signs: no disk", "✗ signs (failed)  ✓ speech"])
        dashboard.update(
            ControlReport(control: "haptics", kind: .failed, text: "failed to open it"), at: Moment(seconds: 1))
        #expect(DashboardRenderer.lines(dashboard, at: 2).last == "haptics: failed to open it")
        dashboard.update(nil as BusStatus?, at: Moment(seconds: 3))
        #expect(DashboardRenderer.lines(dashboard, at: 7).last == " no bus for 4 s: waiting")
    }

    @Test(arguments: [(DisplayUnits.metric, "290 m"), (.us, "950 ft"), (.uk, "300 yd")])
    func `distances have the configured units`(
        units: DisplayUnits, text: String
    ) {
        #expect(DashboardRenderer.lines(.make(), 40, 12, RenderOptions(units: units)).contains { $0.contains(text) })
    }

    @Test
    func `US units have a twelve-hour clock, and an arrival tomorrow is marked`() {
        var info = NavigationInfo.make()
        info.toDestination = Remaining(distanceMeters: 9e5, durationSeconds: 86_400)
        let metric = DashboardRenderer.lines(.make(info)).first { $0.hasPrefix("arrival") }
        #expect(metric?.contains(" +1  ") == true && metric?.contains("M ") == false)
        let text = DashboardRenderer.lines(.make(info), 60, 20, RenderOptions(units: .us)).first {
            $0.hasPrefix("arrival")
        }
        #expect(text?.contains("M +1  ") == true)
    }

    @Test func `numbers are large if there is space`() {
        let lines = DashboardRenderer.lines(.make(), 80, 24)
        #expect(lines[0].hasSuffix("▀▀█ █▀█ █▀█") && lines[2].hasSuffix("m"))
    }
}
