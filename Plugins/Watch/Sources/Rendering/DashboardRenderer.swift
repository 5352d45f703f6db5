import Dashboard
import NavigationEvents
import Pictures

/// Draws the dashboard on a screen of any size. Equal dashboards give equal frames.
struct DashboardRenderer {
    var options = RenderOptions()
    var signCache = SignCache()
    /// The map on the right of wide screens; `nil` for none.
    var map: WatchMap?

    /// Draws a frame.
    mutating func frame(_ dashboard: Dashboard, columns: Int, rows: Int, at now: Moment) -> ScreenFrame {
        let left = WatchMap.textColumns
        guard !options.isASCII, let map = map?.picture(dashboard, columns: columns - left - 1, rows: rows) else {
            return text(dashboard, columns: columns, rows: rows, at: now)
        }
        var frame = ScreenFrame(columns: columns, rows: rows)
        frame.put(text(dashboard, columns: left, rows: rows, at: now))
        frame.put(map, row: 0, column: left + 1)
        return frame
    }

    private mutating func text(_ dashboard: Dashboard, columns: Int, rows: Int, at now: Moment) -> ScreenFrame {
        var frame = ScreenFrame(columns: columns, rows: rows, isASCII: options.isASCII)
        let layout = Layout(columns: frame.columns, rows: frame.rows)
        if let instruction = dashboard.instruction {
            draw(instruction, dashboard, layout, &frame)
        } else {
            drawPhase(dashboard, layout, &frame, at: now)
        }
        drawMiddle(dashboard, layout, &frame)
        drawStreet(dashboard, layout, &frame)
        drawArrival(dashboard, layout, &frame)
        drawUtterance(dashboard, layout, &frame)
        drawFix(dashboard, layout, &frame, at: now)
        drawFooter(dashboard, layout, &frame, at: now)
        return frame
    }

    // MARK: - Instruction

    private mutating func draw(
        _ instruction: Instruction, _ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame
    ) {
        guard layout.signRows > 0, let sign = signCache.sign(instruction.sign, rows: layout.signRows, options) else {
            return drawWords(instruction, dashboard, layout, &frame)
        }
        frame.put(sign, row: 0, column: 0)
        let column = sign.columns + (frame.columns >= 60 ? 3 : 1)
        var row = drawDistance(instruction, column, layout, &frame)
        let isHigh = layout.signRows >= 8
        row += isHigh ? 1 : 0
        for line in lines(instruction, dashboard) where row < layout.signRows {
            if line.isApart, isHigh, row + 1 < layout.signRows { row += 1 }
            frame.put(line.text, row: row, column: column, line.style)
            row += 1
        }
    }

    /// Draws the distance and the bar below it.
    ///
    /// - Returns: The next free row.
    private func drawDistance(
        _ instruction: Instruction, _ column: Int, _ layout: Layout, _ frame: inout ScreenFrame
    ) -> Int {
        let label = instruction.distanceMeters.flatMap { DistanceLabel(meters: $0, units: options.units) }
        var row = 0
        if let label, layout.signRows >= 9, !options.isASCII, let digits = BigNumber.lines(label.number) {
            var end = column
            for (index, line) in digits.enumerated() {
                end = frame.put(line, row: row + index, column: column, .bold)
            }
            frame.put(label.unit, row: row + 2, column: end, .bold)
            row += BigNumber.rows
        } else {
            frame.put(label?.text ?? instruction.words, row: row, column: column, .bold)
            row += 1
        }
        if let fraction = instruction.bar {
            let width = min(frame.columns - column, 40)
            let bar = DistanceBar.text(fraction, columns: width, isASCII: options.isASCII)
            let end = frame.put(bar.full, row: row, column: column, CellStyle(paint: .accent, isBold: true))
            frame.put(bar.rest, row: row, column: end, .muted)
            row += 1
        }
        return row
    }

    private struct Line {
        var text: String
        var style = CellStyle.plain
        /// Whether an empty row precedes it if there is space.
        var isApart = false
    }

    /// The lines beside the sign, the most important first.
    private func lines(_ instruction: Instruction, _ dashboard: Dashboard) -> [Line] {
        var lines: [Line] = []
        if dashboard.isWrongWay { lines.append(Line(text: " WRONG WAY ", style: .alarm)) }
        if dashboard.phase == .arrived { lines.append(Line(text: "You have arrived", style: .bold)) }
        let street =
            instruction.maneuver.isDestination && !dashboard.destination.isEmpty
            ? dashboard.destination : instruction.street
        lines.append(Line(text: street.isEmpty ? instruction.words : street, style: .bold))
        let exit = instruction.exit.isEmpty ? "" : "exit \(instruction.exit)"
        let signpost = [exit, instruction.towards].filter { !$0.isEmpty }.joined(separator: ", ")
        if !signpost.isEmpty { lines.append(Line(text: signpost)) }
        if let next = dashboard.later.first {
            lines.append(Line(text: "then " + text(of: next), style: .muted, isApart: true))
        }
        return lines
    }

    private func text(of later: LaterManeuver) -> String {
        let distance = later.metersFromPrevious.flatMap { DistanceLabel(meters: $0, units: options.units)?.text }
        let name = later.street.isEmpty ? later.towards : later.street
        return [later.sign.arrow(isASCII: options.isASCII), distance, name].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Draws an arrow, the distance and the street, without space for a sign.
    private func drawWords(
        _ instruction: Instruction, _ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame
    ) {
        let distance = instruction.distanceMeters.flatMap { DistanceLabel(meters: $0, units: options.units)?.text }
        let arrow = instruction.sign.arrow(isASCII: options.isASCII)
        let head = [arrow, distance, instruction.words].compactMap { $0 }.joined(separator: "  ")
        frame.put(head, row: 0, column: 0, dashboard.isWrongWay ? .alarm : .bold)
        for (index, line) in lines(instruction, dashboard).enumerated() where index < 2 && index + 1 < frame.rows - 1 {
            frame.put(line.text, row: index + 1, column: 0, line.style)
        }
    }

    // MARK: - Phase

    private func drawPhase(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame, at now: Moment) {
        let (title, text, style) = phaseText(dashboard, at: now)
        let height = max(layout.signRows, 3)
        let lines = TextLines.wrapped(text, columns: frame.columns - 2, isASCII: options.isASCII).prefix(height - 1)
        var row = max((height - lines.count - 1) / 2, 0)
        frame.put(title, row: row, column: frame.columns > 20 ? 2 : 0, style)
        for line in lines {
            row += 1
            frame.put(line, row: row, column: frame.columns > 20 ? 2 : 0, .plain)
        }
    }

    private func phaseText(_ dashboard: Dashboard, at now: Moment) -> (title: String, text: String, style: CellStyle) {
        if dashboard.isNavigating, let since = dashboard.silentSince { return silence(dashboard, since, now) }
        return switch dashboard.phase {
        case .idle where !dashboard.isBusAlive: ("Waiting for the bus", "", .caution)
        case .idle where !dashboard.isPhaseKnown: ("Joining", "The current drive appears in a moment.", .bold)
        case .idle: ("No navigation", "The next one appears here.", .bold)
        case .guiding: ("On the way", "Waiting for the position.", .bold)
        case .arrived: ("You have arrived", dashboard.destination, .bold)
        case .rerouting: ("Off the route", reroutingText(dashboard), .caution)
        }
    }

    /// The text in place of an instruction while the position is unknown.
    private func silence(
        _ dashboard: Dashboard, _ since: Moment, _ now: Moment
    ) -> (title: String, text: String, style: CellStyle) {
        if dashboard.source == .ended { return ("The recording has ended", "", .bold) }
        let text = "No event for \(ScreenNotice.age(since, now)); guidance continues with the next position."
        return ("Position unknown", text, .caution)
    }

    private func reroutingText(_ dashboard: Dashboard) -> String {
        guard let search = dashboard.rerouting else { return "Searching another route." }
        let failure = search.failure.isEmpty ? "" : " The last attempt failed to \(search.failure)."
        return search.request == nil && search.attempts > 0
            ? "Trying again in a moment.\(failure)" : "Searching another route.\(failure)"
    }

    // MARK: - Lanes and Later Maneuvers

    private func drawMiddle(_ dashboard: Dashboard, _ layout: Layout, _ frame: inout ScreenFrame) {
        guard let row = layout.lanesRow else { return }
        guard dashboard.lanes.isEmpty else {
            let lanes = CharacterPicture(lanes: dashboard.lanes, form: options.form)
            if let lanes, lanes.rows <= layout.laneRows, lanes.columns < layout.columns {
                frame.put(lanes, row: row, column: 1)
            } else {
                frame.put(dashboard.lanes.line(isASCII: options.isASCII), row: row, column: 0, .bold)
            }
            return
        }
        guard layout.laneRows > 1 else { return }
        // The first later maneuver is beside the sign.
        for (index, later) in dashboard.later.dropFirst().prefix(layout.laneRows).enumerated() {
            let distance = later.metersFromPrevious.flatMap { DistanceLabel(meters: $0, units: options.units)?.text }
            frame.put(later.sign.arrow(isASCII: options.isASCII), row: row + index, column: 1, .muted)
            frame.put(distance ?? "", row: row + index, column: 13 - (distance?.count ?? 0), .muted)
            let name = later.street.isEmpty ? later.towards : later.street
            frame.put(name.isEmpty ? later.words : name, row: row + index, column: 15, .muted)
        }
    }
}
