import Geodesy
import Guidance
import HapticDevices
import NavigationControl
import NavigationEvents
import Positions
import Testing

@testable import Haptics

/// The control with the real guidance, in which silence must not mean "on course" falsely.
@Suite struct GuidedDriveTests {
    let actuator = RecordingActuator()
    let said = ReportRecorder()
    private static let start = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)

    /// The position in metres east and north of the start of the route.
    private func position(_ east: Double, _ north: Double) -> Coordinate {
        LocalScale(at: Self.start).moved(Self.start, eastMeters: east, northMeters: north)
    }

    /// A route of four hundred metres to the north.
    private func route(_ mode: TravelMode) -> Route {
        let line = stride(from: 0.0, through: 400, by: 20).map { position(0, $0) }
        let steps = [
            Step(number: 0, maneuver: .depart, geometryIndex: 0),
            Step(
                number: 1, maneuver: .destination, geometryIndex: line.count - 1, distanceFromPreviousMeters: 400,
                durationFromPreviousSeconds: 300),
        ]
        return Route(
            id: "north", provider: "test", travelMode: mode, geometry: line,
            legs: [Leg(steps: steps, distanceMeters: 400, durationSeconds: 300)],
            stopovers: [Stopover(position: position(0, 400), geometryIndex: line.count - 1)], distanceMeters: 400,
            durationSeconds: 300)
    }

    private func fix(_ second: Double, _ east: Double, _ north: Double, course: Double) -> Fix {
        Fix(
            time: .second(second), position: position(east, north), horizontalAccuracyMeters: 5,
            speedMetersPerSecond: 1.3,
            courseDegrees: course, quality: .gps)
    }

    private func driver(_ mode: String = "compass", _ more: [String: SettingValue] = [:]) throws
        -> ControlDriver<HapticsControl>
    {
        let values = ["mode": .text(mode), "positionOffsetDegrees": SettingValue.number(0)].merging(more) { $1 }
        let settings = try HapticsSettings(Settings(values))
        var driver = ControlDriver(
            HapticsControl(
                settings: settings, actuator: actuator, reporter: Reporter(control: "haptics", said.report)))
        try driver.start()
        return driver
    }

    /// Delivers nine headings of a second.
    private func headings(_ second: Double, _ degrees: Double, _ driver: inout ControlDriver<HapticsControl>) {
        for tenth in 1...9 {
            let time = Timestamp.second(second + Double(tenth) / 10)
            driver.deliver(.heading(Heading(time: time, degrees: degrees, source: "wrist")))
        }
    }

    /// Expects the signal at least every ten seconds.
    private func expectFelt(
        _ words: String, from begin: Double, until end: Double, location: SourceLocation = #_sourceLocation
    ) {
        let times = actuator.commands.filter { $0.words == words }.map(\.startSeconds)
        let all = [begin] + times.filter { (begin...end).contains($0) } + [end]
        for (one, next) in zip(all, all.dropFirst()) where next - one > 10 {
            Issue.record("no \(words) between \(one) and \(next) s: \(times)", sourceLocation: location)
        }
    }

    // MARK: - Missing Positions

    @Test func `in a tunnel without a compass the unknown heading is signalled`() throws {
        var (driver, guidance) = (try driver(), GuidanceState())
        driver.deliver(try guidance.start(route(.foot)))
        for second in 0..<40 {
            driver.deliver(guidance.update(fix(Double(second), 0, Double(second) * 1.3, course: 0)))
        }
        #expect(actuator.words.isEmpty, "on course")
        for second in 40..<70 { driver.deliver(guidance.elapse(to: .second(Double(second)))) }
        expectFelt("heading unknown", from: 41, until: 69)
        #expect(actuator.cancelCount == 0)
    }

    @Test func `in a tunnel a compass steers on while the position is estimated`() throws {
        var (driver, guidance) = (try driver(), GuidanceState())
        driver.deliver(try guidance.start(route(.foot)))
        for second in 0..<40 {
            driver.deliver(guidance.update(fix(Double(second), 0, Double(second) * 1.3, course: 0)))
            headings(Double(second), 0, &driver)
        }
        for second in 40..<160 {
            driver.deliver(guidance.elapse(to: .second(Double(second))))
            headings(Double(second), 180, &driver)
        }
        let estimated = actuator.commands.filter { $0.startSeconds < 95 }
        #expect((45...60).contains(estimated.count), "a pointer a second: \(estimated.count)")
        #expect(estimated.allSatisfy { $0.words == "steer behind" || $0.words.hasPrefix("steer") })
        expectFelt("position unreliable", from: 105, until: 159)
        #expect(actuator.words.count { $0 == "position unreliable" } <= 9, "and no storm")
        #expect(actuator.commands.map(\.startSeconds) == actuator.commands.map(\.startSeconds).sorted())
    }

    // MARK: - Before the Route

    @Test(arguments: [(TravelMode.car, 300.0), (.bicycle, 60), (.foot, 1200)])
    func `before the route is reached off route is signalled`(_ mode: TravelMode, _ beside: Double) throws {
        var (driver, guidance) = (try driver(), GuidanceState())
        driver.deliver(try guidance.start(route(mode)))
        for second in 0..<60 {
            driver.deliver(guidance.update(fix(Double(second), beside + Double(second) * 1.3, 100, course: 90)))
            headings(Double(second), 90, &driver)
        }
        expectFelt("off route", from: 0, until: 59)
    }

    @Test(arguments: [TravelMode.car, .bicycle, .foot]) func `a start on the route causes no pulse`(_ mode: TravelMode)
        throws
    {
        var (driver, guidance) = (try driver(), GuidanceState())
        driver.deliver(try guidance.start(route(mode)))
        for second in 0..<60 {
            driver.deliver(guidance.update(fix(Double(second), 0, Double(second) * 1.3, course: 0)))
            headings(Double(second), 0, &driver)
        }
        #expect(actuator.words.isEmpty)
    }

    @Test func `guidance without a position is signalled`() throws {
        var driver = try driver()
        driver.deliver(.navigationStarted(route(.foot)))
        for second in 0..<30 { headings(Double(second), 0, &driver) }
        expectFelt("position unreliable", from: 0, until: 29)
        driver.reportSilence()
        let before = actuator.commands.count
        driver.reportSilence()
        #expect(actuator.commands.count == before + 1, "no headings either")
    }

    // MARK: - End of Guidance

    @Test func `the end of guidance without an arrival is signalled`() throws {
        for mode in ["compass", "both", "turns"] {
            var (driver, guidance) = (try driver(mode), GuidanceState())
            let before = actuator.commands.count
            driver.deliver(try guidance.start(route(.foot)))
            for second in 0..<5 { driver.deliver(guidance.update(fix(Double(second), 0, Double(second), course: 0))) }
            driver.deliver(.navigationStopped(.requested))
            #expect(Array(actuator.words.dropFirst(before)) == (mode == "turns" ? [] : ["ended"]))
        }
    }
}
