import Dashboard
import NavigationEvents
import Pictures

/// The dashboard as lines of text, one for each change: for pipes, logs and terminals without cursor control.
struct DashboardLines {
    /// The distances at which a maneuver is printed again, metres.
    static let printDistancesMeters = [2000.0, 1000, 500, 200, 100, 50]

    var options = RenderOptions()
    private var last: [Topic: String] = [:]
    private var printed: (step: Int, mark: Double)?

    private enum Topic: Hashable, CaseIterable { case bus, phase, approach, search, lanes, utterance, pulse, problem }

    /// A line and the key by which a repetition is detected: equal texts can be different events.
    private struct Entry {
        var topic: Topic
        var text: String
        var key: String

        init(_ topic: Topic, _ text: String, key: String? = nil) {
            (self.topic, self.text, self.key) = (topic, text, key ?? text)
        }
    }

    init(options: RenderOptions = RenderOptions()) { self.options = options }

    /// The lines for the changes since the last call.
    mutating func lines(_ dashboard: Dashboard, at now: Moment) -> [String] {
        var lines: [String] = []
        for entry in entries(dashboard) where last[entry.topic, default: ""] != entry.key {
            last[entry.topic] = entry.key
            if !entry.text.isEmpty { lines.append(entry.text) }
        }
        if let line = maneuver(dashboard) { lines.append(line) }
        return options.isASCII ? lines.map(ASCIILetters.spelled) : lines
    }

    private func entries(_ dashboard: Dashboard) -> [Entry] {
        let lanes = dashboard.lanes.isEmpty ? "" : "lanes      " + dashboard.lanes.line(isASCII: options.isASCII)
        let search = dashboard.rerouting?.failure ?? ""
        return [
            Entry(.bus, bus(dashboard)), Entry(.phase, phase(dashboard)), approach(dashboard), problem(dashboard),
            Entry(.lanes, lanes),
            Entry(.search, search.isEmpty ? "" : "rerouting  the last attempt failed to \(search)"),
            utterance(dashboard),
            pulse(dashboard),
        ]
    }

    /// The way to the route, once: its distance changes with each event.
    private func approach(_ dashboard: Dashboard) -> Entry {
        guard let approach = dashboard.approach else { return Entry(.approach, "") }
        return Entry(.approach, "approach   \(approach.words(options.units))", key: "approach")
    }

    private func problem(_ dashboard: Dashboard) -> Entry {
        guard let problem = dashboard.problems.first else { return Entry(.problem, "") }
        let kind = problem.kind.words.padded(to: 10)
        return Entry(
            .problem, "\(kind) \(problem.control): \(problem.text)",
            key: "\(problem.control) \(problem.count) \(problem.text)")
    }

    private func utterance(_ dashboard: Dashboard) -> Entry {
        // The utterance is no longer shown: keep its key, so that it is not printed again.
        guard let utterance = dashboard.lastUtterance else {
            return Entry(.utterance, "", key: last[.utterance, default: ""])
        }
        return Entry(
            .utterance, "said       \(utterance.text)",
            key: "\(utterance.control) \(utterance.processID) \(utterance.effectNumber) \(utterance.beganAt.seconds)")
    }

    private func pulse(_ dashboard: Dashboard) -> Entry {
        guard let pulse = dashboard.pulse else { return Entry(.pulse, "") }
        return Entry(
            .pulse, "pulse      \(pulse.text)",
            key: "\(pulse.control) \(pulse.processID) \(pulse.effectNumber) \(pulse.reportedAt.seconds) \(pulse.text)")
    }

    private func bus(_ dashboard: Dashboard) -> String {
        if dashboard.busGoneSince != nil { return "bus        gone; waiting for it" }
        guard dashboard.isBusAlive else { return "" }
        guard dashboard.isNavigating, dashboard.source != .ended, let since = dashboard.silentSince else {
            return "bus        up"
        }
        let clock = ClockLabel(since.time, hours: options.units.clockHours).text
        return "bus        no event since \(clock); no instruction until the next event"
    }

    private func phase(_ dashboard: Dashboard) -> String {
        guard dashboard.isPhaseKnown else { return "" }
        return switch dashboard.phase {
        case .idle: dashboard.isBusAlive ? "idle       no navigation" : ""
        case .guiding: "guiding    \(dashboard.destination.isEmpty ? "on the way" : "to \(dashboard.destination)")"
        case .rerouting: "rerouting  off the route; searching another route"
        case .arrived: "arrived    \(dashboard.destination)"
        }
    }

    /// The line of the maneuver, if it is new or has passed another of the distances.
    private mutating func maneuver(_ dashboard: Dashboard) -> String? {
        guard dashboard.phase == .guiding, let instruction = dashboard.instruction else {
            printed = nil
            return nil
        }
        let distance = instruction.distanceMeters ?? .infinity
        let mark = Self.printDistancesMeters.last { distance <= $0 } ?? .infinity
        guard printed?.step != instruction.stepNumber || mark < (printed?.mark ?? .infinity) else { return nil }
        printed = (instruction.stepNumber, mark)
        let label = instruction.distanceMeters.flatMap { DistanceLabel(meters: $0, units: options.units)?.text }
        let street = instruction.street.isEmpty ? instruction.towards : instruction.street
        let arrival = dashboard.arrival.map {
            "arrival \(ClockLabel($0, hours: options.units.clockHours, now: dashboard.fix?.time).text)"
        }
        return [
            "\(instruction.sign.arrow(isASCII: options.isASCII))  "
                + "\(label.map { "in \($0)" } ?? "next"): \(instruction.words)",
            street, arrival ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

extension String {
    /// The text with trailing spaces up to a length.
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(count - self.count, 0))
    }
}
