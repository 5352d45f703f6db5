import Dashboard
import NavigationEvents
import Pictures

/// The dashboard as lines, one whenever something is new: for pipes, logs, and terminals that cannot be drawn on.
struct DashboardLines {
    /// A maneuver is told again when it has come so near, metres.
    static let marks = [2000.0, 1000, 500, 200, 100, 50]

    var options = FaceOptions()
    private var last: [Topic: String] = [:]
    private var told: (step: Int, mark: Double)?

    private enum Topic: Hashable, CaseIterable { case bus, phase, lanes, said, felt, trouble }

    init(options: FaceOptions = FaceOptions()) { self.options = options }

    /// What is new.
    mutating func lines(_ dashboard: Dashboard, at now: Moment) -> [String] {
        var lines: [String] = []
        for (topic, text) in topics(dashboard, at: now) where last[topic, default: ""] != text {
            last[topic] = text
            if !text.isEmpty { lines.append(text) }
        }
        if let line = maneuver(dashboard) { lines.append(line) }
        return options.isASCII ? lines.map(ASCIILetters.spelled) : lines
    }

    private func topics(_ dashboard: Dashboard, at now: Moment) -> [(Topic, String)] {
        let lanes = dashboard.lanes.isEmpty ? "" : "lanes      " + dashboard.lanes.line(isASCII: options.isASCII)
        let trouble = dashboard.troubles.first.map { "\($0.kind)     \($0.control): \($0.text)" } ?? ""
        return [
            (.bus, bus(dashboard)), (.phase, phase(dashboard)), (.trouble, trouble), (.lanes, lanes),
            (.said, dashboard.lastSaid.map { "said       \($0.text)" } ?? ""),
            (.felt, dashboard.pulse.map { "felt       \($0.text)" } ?? ""),
        ]
    }

    private func bus(_ dashboard: Dashboard) -> String {
        if dashboard.busGoneSince != nil { return "bus        gone; waiting for it" }
        guard dashboard.isBusAlive else { return "" }
        return dashboard.isStale && dashboard.source != .ended ? "bus        nothing heard any more" : "bus        up"
    }

    private func phase(_ dashboard: Dashboard) -> String {
        switch dashboard.phase {
        case .idle: dashboard.isBusAlive ? "idle       no navigation" : ""
        case .guiding: "guiding    \(dashboard.destination.isEmpty ? "on the way" : "to \(dashboard.destination)")"
        case .rerouting: "rerouting  off the route; another way is looked for"
        case .arrived: "arrived    \(dashboard.destination)"
        }
    }

    /// The maneuver, when it is new or has come nearer by a mark.
    private mutating func maneuver(_ dashboard: Dashboard) -> String? {
        guard dashboard.phase == .guiding, let instruction = dashboard.instruction else {
            told = nil
            return nil
        }
        let distance = instruction.distanceMeters ?? .infinity
        let mark = Self.marks.last { distance <= $0 } ?? .infinity
        guard told?.step != instruction.stepNumber || mark < (told?.mark ?? .infinity) else { return nil }
        told = (instruction.stepNumber, mark)
        let label = instruction.distanceMeters.flatMap { DistanceLabel(meters: $0, units: options.units)?.text }
        let street = instruction.street.isEmpty ? instruction.towards : instruction.street
        let arrival = dashboard.arrival.map { "arrival \(ClockLabel($0).text)" }
        return [
            "\(instruction.sign.arrow(isASCII: options.isASCII))  \(label.map { "in \($0)" } ?? "next"): \(instruction.words)",
            street, arrival ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
