package import NavigationEvents

/// The status of a bus in the text format of Prometheus (version 0.0.4).
package struct PrometheusText {
    /// The lines, each with a line break.
    package private(set) var text = ""

    /// Formats a status; `nil` if no bus answers.
    package init(_ status: BusStatus?) {
        gauge("up", "Whether the bus answers.", [([], status == nil ? 0 : 1)])
        guard let status else { return }
        gauge("uptime_seconds", "Seconds since the process of the bus started.", [([], status.uptimeSeconds)])
        for (name, value) in status.counters.sorted(by: { $0.key < $1.key }) {
            counter("\(Self.safe(name))_total", "Counted by the bus: \(Self.words(name)).", [([], Double(value))])
        }
        for (name, value) in status.gauges.sorted(by: { $0.key < $1.key }) {
            gauge(Self.safe(name), "Of the bus: \(Self.words(name)).", [([], value)])
        }
        for (name, histogram) in status.histograms.sorted(by: { $0.key < $1.key }) {
            self.histogram("\(Self.safe(name))_seconds", "Of the bus: \(Self.words(name)).", [([], histogram)])
        }
        sessions(status.sessions)
        controls(status.controls)
    }

    private typealias Label = (name: String, value: String)
    private typealias Sample = (labels: [Label], value: Double)

    // MARK: - Metrics

    private mutating func sessions(_ sessions: [SessionStatus]) {
        func samples(_ value: (SessionStatus) -> Double?) -> [Sample] {
            sessions.compactMap { session in value(session).map { ([("session", session.session.name)], $0) } }
        }
        counter("session_events_total", "Events of the session.", samples { Double($0.sequence) })
        counter("session_fixes_total", "Fixes accepted.", samples { Double($0.fixesAccepted) })
        gauge("session_fix_age_seconds", "Seconds since the last accepted fix.", samples { $0.fixAgeSeconds })
        gauge(
            "session_navigating", "Whether a navigation is active.",
            samples { $0.state == .enroute || $0.state == .rerouting ? 1 : 0 })
        gauge(
            "session_source_stale", "Whether the source of positions is silent.",
            samples { $0.source == .stale ? 1 : 0 })
        gauge(
            "session_remaining_meters", "Metres to the destination.", samples { $0.toDestination?.distanceMeters })
    }

    private mutating func controls(_ controls: [ControlStatus]) {
        func samples(_ value: (ControlStatus) -> Double?) -> [Sample] {
            controls.compactMap { control in value(control).map { ([("control", control.control)], $0) } }
        }
        func vitals(_ value: (ControlVitals) -> UInt64) -> [Sample] {
            samples { $0.vitals.map { Double(value($0)) } }
        }
        gauge("control_up", "Whether the control is running.", samples { $0.state == .running ? 1 : 0 })
        counter("control_restarts_total", "How often the control was started again.", samples { Double($0.restarts) })
        gauge(
            "control_heartbeat_age_seconds", "Seconds since the last heartbeat of the control.",
            samples { $0.heartbeatAgeSeconds })
        counter("control_delivered_total", "Events delivered to the control.", vitals(\.delivered))
        counter("control_gaps_total", "Gaps in the stream that the control noticed.", vitals(\.gaps))
        counter("control_repaired_total", "Events that the control fetched from the journal.", vitals(\.repaired))
        counter("control_missed_total", "Events that the control lost.", vitals(\.missed))
        counter("control_malformed_total", "Messages that the control could not read.", vitals(\.malformed))
        counter("control_unsent_reports_total", "Reports that the control could not send.", vitals(\.unsentReports))
        histogram(
            "control_latency_seconds", "From publishing to the control's callback.",
            controls.compactMap { control in control.vitals.map { ([("control", control.control)], $0.latency) } })
    }

    // MARK: - Format

    private mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        family(name, help, "gauge", samples.map { (name, $0.labels, $0.value) })
    }

    private mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        family(name, help, "counter", samples.map { (name, $0.labels, $0.value) })
    }

    private mutating func histogram(_ name: String, _ help: String, _ samples: [([Label], Histogram)]) {
        family(name, help, "histogram", samples.flatMap { Self.lines(name, $0, $1) })
    }

    private static func lines(_ name: String, _ labels: [Label], _ histogram: Histogram) -> [(String, [Label], Double)]
    {
        var lines: [(String, [Label], Double)] = []
        var passed: UInt64 = 0
        for (index, count) in histogram.counts.enumerated() {
            passed += count
            let bounds = histogram.boundsSeconds
            let bound = index < bounds.count ? number(bounds[index]) : "+Inf"
            lines.append(("\(name)_bucket", labels + [("le", bound)], Double(passed)))
        }
        lines.append(("\(name)_sum", labels, histogram.sumSeconds))
        lines.append(("\(name)_count", labels, Double(passed)))
        return lines
    }

    /// Adds a family with its samples; a family without samples is omitted.
    private mutating func family(
        _ name: String, _ help: String, _ type: String, _ samples: [(name: String, labels: [Label], value: Double)]
    ) {
        guard !samples.isEmpty else { return }
        text += "# HELP navbus_\(name) \(help)\n# TYPE navbus_\(name) \(type)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += "navbus_\(sample.name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n"
        }
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }

    /// The name with all characters replaced that a metric name must not have.
    private static func safe(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func words(_ name: String) -> String { String(name.map { $0 == "_" ? " " : $0 }) }
}
