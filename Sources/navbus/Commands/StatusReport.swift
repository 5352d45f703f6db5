import Launcher
import CommandOutput
import NavigationEvents
import Platform

/// The status of a bus, in lines for people.
struct StatusReport {
    let lines: [String]

    /// - Parameters:
    ///   - status: The answer of the bus, which lists taps like controls.
    ///   - installed: Ids of the installed controls.
    ///   - style: The style of the text.
    init(_ status: BusStatus, installed: Set<String>, style: Style = .output) {
        var lines = ["\(style.bold("bus")) up \(Quantity.duration(status.uptimeSeconds)), process \(status.processID)"]
        lines += status.sessions.map { Self.line($0, style) }
        if let more = Self.more(status) { lines.append(more) }
        // The launcher subscribes to its own bus, but is no control.
        let peers = status.controls.filter { $0.control != StreamFollower.name }
        let taps = peers.filter { !installed.contains($0.control) && $0.measuresNoLatency }
        lines += peers.filter { !taps.contains($0) }.flatMap { Self.lines("control", $0, style) }
        lines += taps.flatMap { Self.lines("tap", $0, style) }
        if let journal = Self.journal(status.gauges) { lines.append("\(style.bold("journal")): \(journal)") }
        let problems = BusProblem.all(in: status)
        if let counted = Self.list(problems.filter { !$0.isAboutAccess }) { lines.append("counted: \(counted)") }
        if let kept = Self.list(problems.filter(\.isAboutAccess)) { lines.append("\(style.red("kept out")): \(kept)") }
        self.lines = lines
    }

    /// A line for each session.
    static func sessions(_ status: BusStatus, style: Style = .output) -> [String] {
        status.sessions.map { line($0, style) }
    }

    /// A line about the sessions that were opened later; there may be thousands.
    private static func more(_ status: BusStatus) -> String? {
        let open = Int(clamping: status.gauges["open_sessions"] ?? 0)
        guard open > status.sessions.count else { return nil }
        let navigating = Int(clamping: status.gauges["navigating_sessions"] ?? 0)
        return "sessions: \(open) in all, \(navigating) of them navigating; navbus session list shows them"
    }

    private static func line(_ session: SessionStatus, _ style: Style) -> String {
        var parts = ["session \(style.bold(session.session.name)): \(session.state.words)"]
        if let left = session.toDestination {
            parts.append("\(Quantity.distance(left.distanceMeters)), \(Quantity.duration(left.durationSeconds)) left")
        }
        if let age = session.fixAgeSeconds {
            parts.append("last fix \(Quantity.decimal(age)) s ago")
        } else {
            parts.append("no fix yet")
        }
        parts.append("\(session.fixesAccepted) fixes, \(session.sequence) events")
        switch session.source {
        case .unknown, .none: break
        case .waiting: parts.append("source waits for the controls")
        case .running: parts.append("source runs")
        case .stale: parts.append(style.yellow("source is silent"))
        case .ended: parts.append("source has ended")
        }
        return parts.joined(separator: ", ")
    }

    private static func lines(_ noun: String, _ control: ControlStatus, _ style: Style) -> [String] {
        let silence = control.silenceSeconds
        let word = control.stateForPeople
        let state =
            switch control.state {
            case .failed: style.red(word)
            case .restarting: style.yellow(word)
            case .running where silence != nil: style.yellow(word)
            case .unknown, .starting, .running, .stopped: word
            }
        var parts = ["\(noun) \(style.bold(control.control.printable)): \(state)"]
        if control.processID > 0 { parts.append("process \(control.processID)") }
        if control.restarts > 0 { parts.append("\(control.restarts) restarts") }
        if let silence { parts.append("last heard \(Quantity.duration(silence)) ago") }
        let text = control.text.isEmpty ? "" : ": \(control.text.printable)"
        let first = parts.joined(separator: ", ") + text
        guard control.state == .running, let vitals = control.vitals else { return [first] }
        return [first, "    " + style.dim(line(vitals, heard: control.heartbeatAgeSeconds))]
    }

    private static func line(_ vitals: ControlVitals, heard: Double?) -> String {
        var parts = ["\(vitals.delivered) events"]
        if let heard { parts.append("heard \(Quantity.decimal(heard)) s ago") }
        if let p99 = vitals.latency.bound(of: 0.99) { parts.append("99 % within \(Self.milliseconds(p99))") }
        let counts = [
            ("gaps", vitals.gaps), ("repaired", vitals.repaired), ("missed", vitals.missed),
            ("malformed", vitals.malformed), ("unsent reports", vitals.unsentReports),
        ]
        parts += counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.joined(separator: ", ")
    }

    private static func milliseconds(_ seconds: Double) -> String {
        seconds < 0.001
            ? "\(Int(clamping: (seconds * 1e6).rounded())) µs" : "\(Int(clamping: (seconds * 1e3).rounded())) ms"
    }

    private static func journal(_ gauges: [String: Double]) -> String? {
        guard let bytes = gauges["journal_bytes"], let events = gauges["journal_events"] else { return nil }
        return "\(Int(clamping: events)) events, \(Int(clamping: bytes / 1024)) KiB"
    }

    private static func list(_ problems: [BusProblem]) -> String? {
        problems.isEmpty ? nil : problems.map { "\($0.counter) \($0.count)" }.joined(separator: ", ")
    }
}

extension ControlStatus {
    /// Whether no time from the publishing of an event to its handling was measured, as by a tap, which handles no events.
    fileprivate var measuresNoLatency: Bool { vitals.map { $0.latency.count == 0 } ?? true }
}

extension Histogram {
    /// The upper bound, in seconds, of the bucket up to which a share of all durations lies.
    ///
    /// `nil` without durations, or if it is the last bucket, which has no upper bound.
    func bound(of share: Double) -> Double? {
        guard count > 0 else { return nil }
        let wanted = Double(count) * share
        var sum = 0.0
        for (bound, count) in zip(boundsSeconds, counts) {
            sum += Double(count)
            if sum >= wanted { return bound }
        }
        return nil
    }
}
