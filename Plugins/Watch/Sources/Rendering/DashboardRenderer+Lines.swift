import Dashboard
import NavigationEvents
import Pictures

// The lines below the sign.

extension DashboardRenderer {
    /// Draws the current street, the speed and the speed limit.
    func drawStreet(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame) {
        guard let row = layout.streetRow else { return }
        var parts: [(text: String, style: CellStyle)] = []
        if let speed = dashboard.speedMetersPerSecond {
            parts.append(
                (
                    SpeedLabel(metersPerSecond: speed, units: options.units)?.text ?? "?",
                    dashboard.isOverLimit ? .alarm : .bold
                ))
        }
        if let limit = dashboard.speedLimit {
            let text = limit.metersPerSecond.map { "limit \(speedNumber($0))" } ?? "no limit"
            parts.append((text, .plain))
        }
        let end = frame.putRight(parts, row: row)
        let left = [
            dashboard.approach?.words(options.units) ?? dashboard.currentStreet, dashboard.isInTunnel ? "(tunnel)" : "",
            dashboard.isOnFerry ? "(ferry)" : "",
        ]
        frame.put(left.filter { !$0.isEmpty }.joined(separator: " "), row: row, column: 0, before: end - 1, .plain)
    }

    /// Draws the arrival times at the destination and at the next stopover.
    func drawArrival(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame) {
        guard let row = layout.arrivalRow, let rest = dashboard.toDestination else { return }
        let texts = ["arrival " + (dashboard.arrival.map { clock($0, dashboard) } ?? "--:--")] + texts(rest)
        let end = frame.put(texts.joined(separator: "  "), row: row, column: 0)
        guard let stop = dashboard.toStopover else { return }
        let name = dashboard.stopover.isEmpty ? "stopover" : dashboard.stopover
        let stopTexts = [name, dashboard.stopoverArrival.map { clock($0, dashboard) }] + self.texts(stop)
        if frame.columns - end > 24 {
            frame.put(stopTexts.compactMap { $0 }.joined(separator: "  "), row: row, column: end + 4, .muted)
        }
    }

    private func speedNumber(_ metersPerSecond: Double) -> String {
        SpeedLabel(metersPerSecond: metersPerSecond, units: options.units).map { "\($0.number)" } ?? "?"
    }

    private func clock(_ time: Timestamp, _ dashboard: Dashboard) -> String {
        ClockLabel(time, hours: options.units.clockHours, now: dashboard.fix?.time).text
    }

    private func texts(_ rest: Remaining) -> [String] {
        [
            DurationLabel(seconds: rest.durationSeconds)?.text,
            DistanceLabel(meters: rest.distanceMeters, units: options.units)?.text,
        ].compactMap { $0 }
    }

    /// Draws the current utterance with the spoken word marked, else the last utterance.
    func drawUtterance(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame) {
        guard let row = layout.utteranceRow else { return }
        let lead = options.isASCII ? "> " : "» "
        if let saying = dashboard.activeUtterance {
            let parts = saying.parts
            let mark = saying.isPaused ? "|| " : lead
            let style = saying.isPaused ? CellStyle.muted : .plain
            let marked = CellStyle(isBold: true, isReversed: true)
            let glyphs =
                Glyph.all(of: mark, isASCII: options.isASCII).map { ($0, CellStyle.bold) }
                + [(parts.said, style), (parts.word, marked), (parts.rest, style)].flatMap { text, style in
                    Glyph.all(of: text, isASCII: options.isASCII).map { ($0, style) }
                }
            frame.put(TextLines.window(of: glyphs, columns: frame.columns, rows: layout.utteranceRows), row: row)
        } else if let last = dashboard.lastUtterance {
            let glyphs = Glyph.all(of: lead + last.text, isASCII: options.isASCII).map { ($0, CellStyle.muted) }
            frame.put(TextLines.window(of: glyphs, columns: frame.columns, rows: layout.utteranceRows), row: row)
        }
    }

    /// Draws the quality of the position and the current pulse.
    func drawFix(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame, at now: Moment) {
        guard let row = layout.fixRow else { return }
        let pulse = dashboard.pulse.map { [(text: "pulse: \($0.text)", style: CellStyle.caution)] } ?? []
        let end = frame.putRight(pulse, row: row)
        let (text, style) = FixWords(dashboard, at: now).text
        frame.put(text, row: row, column: 0, before: end - 1, style)
    }

    /// Draws the most important problem and the states of the controls.
    func drawFooter(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame, at now: Moment) {
        let notice = ScreenNotice(dashboard, at: now)
        if let notice { frame.put(notice.text, row: layout.noticeRow, column: 0, notice.style) }
        guard let row = layout.controlsRow ?? (notice == nil ? layout.noticeRow : nil) else { return }
        var column = 0
        for control in dashboard.controls {
            let mark = options.isASCII ? (control.isWell ? "+" : "!") : control.isWell ? "✓" : "✗"
            let state = control.isWell ? "" : " (\(control.stateWord))"
            column = frame.put(
                "\(mark) ", row: row, column: column, control.isWell ? CellStyle(paint: .good) : .caution)
            column =
                frame.put(
                    control.name + state, row: row, column: column, control.isWell ? .muted : .caution) + 2
        }
    }
}

extension RouteApproach {
    /// The instruction "proceed to the route", with distance and direction.
    func words(_ units: DisplayUnits) -> String {
        let parts = [
            DistanceLabel(meters: distanceMeters, units: units)?.text, CompassPoint(degrees: bearingDegrees)?.rawValue,
        ]
        return (["proceed to the route"] + parts.compactMap(\.self)).joined(separator: " ")
    }
}

extension ControlHealth {
    /// The state in one word.
    var stateWord: String { state == .running && !isWell ? "silent" : state.words }
}

extension ScreenFrame {
    /// Writes parts at the right edge, two spaces apart.
    ///
    /// - Returns: The column of the first part.
    mutating func putRight(_ parts: [(text: String, style: CellStyle)], row: Int) -> Int {
        let glyphs = parts.map { Glyph.all(of: $0.text, isASCII: isASCII) }
        let width = glyphs.reduce(0) { $0 + $1.width } + 2 * max(parts.count - 1, 0)
        guard !parts.isEmpty, width <= columns else { return columns + 1 }
        var column = columns - width
        for (glyphs, part) in zip(glyphs, parts) { column = put(glyphs, row: row, column: column, part.style) + 2 }
        return columns - width
    }

    /// Writes lines of glyphs, each glyph with its own style.
    mutating func put(_ lines: [[(Glyph, CellStyle)]], row: Int) {
        for (index, line) in lines.enumerated() {
            var column = 0
            for (glyph, style) in line { column = put([glyph], row: row + index, column: column, style) }
        }
    }

    /// Draws a picture of characters.
    mutating func put(_ picture: CharacterPicture, row: Int, column: Int) {
        for (line, cells) in picture.cells.enumerated() {
            for (index, cell) in cells.enumerated() {
                let style = CellStyle(paint: Paint(cell.ink), ground: cell.ground.map { Paint($0) })
                put([Glyph(text: String(cell.character), width: 1)], row: row + line, column: column + index, style)
            }
        }
    }
}

extension Paint {
    init(_ ink: Shape.Ink?) {
        switch ink {
        case .symbol: self = .symbol
        case .faint: self = .faint
        case .plate: self = .plate
        case nil: self = .text
        }
    }
}
