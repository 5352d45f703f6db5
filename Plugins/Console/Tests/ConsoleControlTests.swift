import NavigationControl
import NavigationEvents
import Synchronization
import Testing

@testable import Console

@Suite struct ConsoleControlTests {
    @Test func `a drive prints a line for each event`() {
        let lines = printed([
            .navigationStarted(.make()), .gps(.make()), .navigation(.make()),
            .navigation(.make(toManeuverMeters: 300, cue: .prepare)), .navigationStopped(.requested),
        ])
        #expect(
            lines == [
                "started    valhalla, 7.3 km, 12 min, 2 steps",
                "gps        49.41240, 8.69120  48 km/h  course west  ±4 m",
                "guidance   in 320 m: turn left onto Bismarckplatz, 6.9 km to go",
                "guidance   in 300 m: turn left onto Bismarckplatz, 6.9 km to go  [prepare]",
                "stopped",
            ])
    }

    @Test func `fixes are omitted if they are switched off`() throws {
        let settings = try ConsoleSettings(Settings(["fixes": .bool(false)]))
        #expect(printed([.gps(.make()), .navigationStarted(.make())], settings: settings).count == 1)
    }

    @Test func `a setting of the wrong type is rejected by name`() {
        let error = #expect(throws: SettingsError.self) {
            try ConsoleSettings(Settings(["fixes": .text("no")]))
        }
        #expect(error?.description == "use the setting \"fixes\": it is the text \"no\", but true or false is wanted")
    }

    @Test func `an unnamed road is omitted`() {
        #expect(EventLine.guidance(.make(roadName: "")) == "guidance   in 320 m: turn left, 6.9 km to go")
    }

    @Test func `the way to the route and a ferry are printed`() {
        var info = NavigationInfo.make()
        info.isOnFerry = true
        #expect(EventLine.guidance(info).hasSuffix("to go, on a ferry"))
        info.approach = RouteApproach(distanceMeters: 180.4, bearingDegrees: 312)
        #expect(EventLine.guidance(info) == "guidance   proceed to the route, 180 m northwest")
        info.approach = RouteApproach(distanceMeters: .nan, bearingDegrees: -1)
        #expect(EventLine.guidance(info) == "guidance   proceed to the route, ? km ?")
    }

    @Test func `the end and the loss of the route are printed`() {
        var info = NavigationInfo.make()
        info.isOffRoute = true
        #expect(EventLine.guidance(info) == "guidance   off the route")
        let request = RouteRequest(
            number: 1, position: info.fix.position, horizontalAccuracyMeters: 4, stopovers: [info.fix.position])
        info.rerouting = Rerouting(attempts: 1, request: request)
        #expect(EventLine.guidance(info) == "guidance   off the route, asking for another one")
        info.isWrongWay = true
        info.rerouting = Rerouting(attempts: 2, failure: "reach the router")
        #expect(
            EventLine.guidance(info) == "guidance   the wrong way, waiting to ask again (2); failed to reach the router"
        )
        info.isDestinationReached = true
        #expect(EventLine.guidance(info) == "guidance   the destination is reached")
    }

    @Test func `unknown values are not printed`() {
        let bare = Fix(time: .make(), position: Coordinate(latitudeDegrees: -0.5, longitudeDegrees: 8.00004))
        #expect(EventLine.fix(bare) == "gps        -0.50000, 8.00004")
        #expect(EventLine.guidance(NavigationInfo(state: .rerouting, fix: bare)) == "guidance   rerouting")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300]) func `impossible values are printed as question marks`(
        _ value: Double
    ) {
        var fix = Fix.make()
        fix.speedMetersPerSecond = value
        fix.courseDegrees = value
        #expect(EventLine.fix(fix) == "gps        49.41240, 8.69120  ? km/h  course ?  ±4 m")
    }

    @Test func `a cue is reported once for each stage`() {
        let (reports, memory) = (Reports(), ControlMemory())
        let route = Event.navigationStarted(.make())
        _ = printed(
            [
                route, .navigation(.make(cue: .prepare)), .navigation(.make(cue: .prepare)),
                .navigation(.make(cue: .now)),
            ],
            reports: reports, memory: memory)
        #expect(reports.all.map(\.kind) == [.began, .ended, .began, .ended])
        #expect(reports.all.compactMap(\.cue?.stage) == [.prepare, .prepare, .now, .now])
        #expect(reports.all.first?.text == "guidance   in 320 m: turn left onto Bismarckplatz, 6.9 km to go  [prepare]")
    }

    @Test func `an expired cue is not reported`() {
        let reports = Reports()
        var late = NavigationInfo.make(cue: .now)
        late.cue?.validForSeconds = -1
        #expect(printed([.navigationStarted(.make()), .navigation(late)], reports: reports).count == 2)
        #expect(reports.all.isEmpty)
    }

    /// Runs the control with recorded events and collects its lines.
    private func printed(
        _ events: [Event], settings: ConsoleSettings = ConsoleSettings(), reports: Reports = Reports(),
        memory: ControlMemory = ControlMemory()
    ) -> [String] {
        let output = KeptLines()
        var driver = ControlDriver(
            ConsoleControl(settings: settings, output: output, reporter: reports.reporter, memory: memory))
        driver.deliver(events)
        return output.lines
    }
}

/// Collects the lines.
private final class KeptLines: LineOutput {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}

/// Collects the reports.
private final class Reports: Sendable {
    private let kept = Mutex<[ControlReport]>([])

    var all: [ControlReport] { kept.withLock { $0 } }

    var reporter: Reporter {
        Reporter(control: "console") { report in self.kept.withLock { $0.append(report) } }
    }
}
