@testable import Dashboard
@testable import NavigationControl
@testable import NavigationEvents
@testable import Pictures
@testable import Watch
@testable import Web

extension FuzzTarget {
    /// A drive of unusual events, on the terminal and as the state of the page.
    static let display = FuzzTarget(
        name: "display", maxBytes: 2048,
        seeds: { [[1, 2, 3, 4, 5, 6, 7], Array((0...255).reversed()), Array(repeating: 0xF3, count: 64)] }
    ) { bytes throws(FuzzFinding) in
        var script = ByteScript(bytes)
        let columns = 1 + script.byte() % 130
        let rows = 1 + script.byte() % 50
        let form = CharacterPicture.Form.allCases[script.byte() % 3]
        let units = DisplayUnits.allCases[script.byte() % 3]
        var watch = Watching(columns: columns, rows: rows, options: RenderOptions(units: units, form: form))
        var page = try writer(units)
        var dashboard = Dashboard()
        var seconds = 0.0
        for _ in 0..<24 where !script.isOver {
            seconds += [0, 0.1, 1, 4, 20, 4000][script.byte() % 6]
            let now = Moment(seconds: seconds, time: script.time())
            take(&script, into: &dashboard, at: now)
            try check(dashboard)
            try watch.show(dashboard, at: now)
            try JSONCheck.check(page.bytes(dashboard, at: now))
            if let route = dashboard.route { try JSONCheck.check(PageRouteLine.bytes(route)) }
        }
    }

    private static func writer(_ units: DisplayUnits) throws(FuzzFinding) -> StateWriter {
        do throws(SettingsError) {
            return StateWriter(try WebSettings(Settings(["units": .text(units.rawValue)])))
        } catch {
            throw FuzzFinding("failed to \(error)")
        }
    }

    private static func take(_ script: inout ByteScript, into dashboard: inout Dashboard, at now: Moment) {
        switch script.byte() % 8 {
        case 0: dashboard.update(script.fix(), at: now)
        case 1, 2: dashboard.update(info(&script), at: now)
        case 3: dashboard.update(route(&script), at: now)
        case 4: dashboard.stopNavigation(at: now)
        case 5: dashboard.update(report(&script), at: now)
        case 6: dashboard.update(script.optional { status(&$0) }, at: now)
        default: dashboard.tick(at: now)
        }
    }

    private static func info(_ script: inout ByteScript) -> NavigationInfo {
        NavigationInfo(
            state: NavigationState.allCases[script.byte() % NavigationState.allCases.count], routeID: script.text(),
            isDestinationReached: script.flag(), stopoversReached: script.byte() - 2, fix: script.fix(),
            matched: script.optional { script in
                MatchedPosition(
                    position: script.place(), bearingDegrees: script.number(),
                    distanceAlongRouteMeters: script.number(),
                    distanceFromRouteMeters: script.number())
            },
            currentStep: script.optional { $0.step() }, nextStep: script.optional { $0.step() },
            remainingSteps: script.list(upTo: 3) { $0.step() }, toManeuver: script.optional { $0.remaining() },
            toStopover: script.optional { $0.remaining() }, toDestination: script.optional { $0.remaining() },
            maneuverToNextMeters: script.optional { $0.number() },
            speedLimit: script.optional { script in
                SpeedLimit(metersPerSecond: script.optional { $0.number() }, isExplicit: true)
            },
            currentStreetName: script.text(), isOffRoute: script.flag(), isWrongWay: script.flag(),
            rerouting: script.optional { Rerouting(attempts: $0.byte(), failure: $0.text()) })
    }

    private static func route(_ script: inout ByteScript) -> Route {
        Route(
            id: script.text(), provider: script.text(), geometry: script.list(upTo: 60) { $0.place() },
            legs: [Leg(steps: script.list(upTo: 3) { $0.step() }, distanceMeters: script.number(), durationSeconds: 1)],
            stopovers: script.list(upTo: 3) {
                Stopover(position: $0.place(), geometryIndex: $0.byte(), name: $0.text())
            },
            distanceMeters: script.number(), durationSeconds: script.number())
    }

    private static func report(_ script: inout ByteScript) -> ControlReport {
        let first = script.byte() - 8
        return ControlReport(
            control: ["speech", "haptics", script.text()][script.byte() % 3],
            kind: ReportKind.allCases[script.byte() % ReportKind.allCases.count],
            effect: ["utterance", "pulse", "sign"][script.byte() % 3], text: script.text(),
            range: script.optional { first..<(first + $0.byte()) },
            effectNumber: script.flag() ? .max : UInt64(script.byte() % 3))
    }

    private static func status(_ script: inout ByteScript) -> BusStatus {
        BusStatus(
            run: UInt64(script.byte() % 2), processID: 1, uptimeSeconds: script.number(),
            controls: script.list(upTo: 6) { script in
                ControlStatus(
                    control: script.text(), state: ControlState.allCases[script.byte() % ControlState.allCases.count],
                    text: script.text(), restarts: .max, heartbeatAgeSeconds: script.optional { $0.number() })
            })
    }

    /// Properties on which displays rely.
    private static func check(_ dashboard: Dashboard) throws(FuzzFinding) {
        if let bar = dashboard.instruction?.bar {
            try FuzzFinding.unless((0...1).contains(bar), "a bar of \(bar)")
        }
        if let saying = dashboard.activeUtterance {
            let (said, word, rest) = saying.parts
            try FuzzFinding.unless(said + word + rest == saying.text, "words that are lost: \(saying)")
        }
        try FuzzFinding.unless(dashboard.problems.count <= Dashboard.maxProblems, "endless problems")
        let instruction = dashboard.instruction
        var texts: [String?] = [dashboard.destination, dashboard.stopover, dashboard.currentStreet]
        texts += [instruction?.street, instruction?.towards, instruction?.exit, dashboard.rerouting?.failure]
        texts += [dashboard.lastUtterance?.text, dashboard.pulse?.text, dashboard.route?.provider]
        for problem in dashboard.problems { texts += [problem.control, problem.text] }
        for control in dashboard.controls { texts += [control.name, control.text] }
        for later in dashboard.later { texts += [later.street, later.towards] }
        for case let text? in texts where text != text.displayable {
            throw FuzzFinding("a text that cannot be shown: \(text.debugDescription)")
        }
    }
}

/// A terminal that accepts only the control sequences of navbus.
private struct Watching {
    var columns: Int
    var rows: Int
    var options: RenderOptions
    private var renderer: DashboardRenderer
    private var lines: DashboardLines
    private var last: ScreenFrame?

    init(columns: Int, rows: Int, options: RenderOptions) {
        (self.columns, self.rows, self.options) = (columns, rows, options)
        renderer = DashboardRenderer(options: options)
        lines = DashboardLines(options: options)
    }

    mutating func show(_ dashboard: Dashboard, at now: Moment) throws(FuzzFinding) {
        let frame = renderer.frame(dashboard, columns: columns, rows: rows, at: now)
        try FuzzFinding.unless(frame.columns == columns && frame.rows == rows, "another size than the terminal's")
        try FuzzTarget.check(frame)
        let written = FrameWriter(palette: Palette(depth: .all)).bytes(from: last, to: frame)
        last = frame
        try check(written)
        try FuzzFinding.unless(
            FrameWriter(palette: Palette()).bytes(from: frame, to: frame).isEmpty, "nothing is new, and it is written")
        for line in lines.lines(dashboard, at: now) {
            try FuzzFinding.unless(line == line.displayable, "a line that steers: \(line.debugDescription)")
        }
    }

    /// Escapes must begin a sequence of navbus, and no other control characters may appear.
    private func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B else {
                try FuzzFinding.unless(byte >= 0x20 && byte != 0x7F, "a control character on the terminal")
                continue
            }
            try FuzzFinding.unless(rest.popFirst() == UInt8(ascii: "["), "an escape that begins nothing")
            rest = rest.drop { "0123456789;?".utf8.contains($0) }
            let end = rest.popFirst() ?? 0
            try FuzzFinding.unless("HmJhl".utf8.contains(end), "a sequence that ends with \(end)")
        }
    }
}
