import CommandOutput
package import NavigationEvents

/// The status of a bus in the text format of Prometheus (version 0.0.4).
package struct PrometheusText {
    private var metrics = PrometheusWriter()

    /// The lines, each with a line break.
    package var text: String { metrics.text }

    /// Formats a status; `nil` if no bus answers.
    package init(_ status: BusStatus?) {
        metrics.gauge("up", "Whether the bus answers.", [([], status == nil ? 0 : 1)])
        guard let status else { return }
        metrics.gauge("uptime_seconds", "Seconds since the process of the bus started.", [([], status.uptimeSeconds)])
        for (name, value) in status.counters.sorted(by: { $0.key < $1.key }) {
            metrics.counter(
                "\(Self.safe(name))_total", "Counted by the bus: \(Self.words(name)).", [([], Double(value))])
        }
        for (name, value) in status.gauges.sorted(by: { $0.key < $1.key }) {
            metrics.gauge(Self.safe(name), "Of the bus: \(Self.words(name)).", [([], value)])
        }
        for (name, histogram) in status.histograms.sorted(by: { $0.key < $1.key }) {
            metrics.histogram("\(Self.safe(name))_seconds", "Of the bus: \(Self.words(name)).", [([], histogram)])
        }
        sessions(status.sessions)
        controls(status.controls)
    }

    private typealias Sample = PrometheusWriter.Sample

    // MARK: - Metrics

    private mutating func sessions(_ sessions: [SessionStatus]) {
        func samples(_ value: (SessionStatus) -> Double?) -> [Sample] {
            sessions.compactMap { session in value(session).map { ([("session", session.session.name)], $0) } }
        }
        metrics.counter("session_events_total", "Events of the session.", samples { Double($0.sequence) })
        metrics.counter("session_fixes_total", "Fixes accepted.", samples { Double($0.fixesAccepted) })
        metrics.gauge("session_fix_age_seconds", "Seconds since the last accepted fix.", samples { $0.fixAgeSeconds })
        metrics.gauge(
            "session_navigating", "Whether a navigation is active.",
            samples { $0.state == .enroute || $0.state == .rerouting ? 1 : 0 })
        metrics.gauge(
            "session_source_stale", "Whether the source of positions is silent.",
            samples { $0.source == .stale ? 1 : 0 })
        metrics.gauge(
            "session_remaining_meters", "Metres to the destination.", samples { $0.toDestination?.distanceMeters })
    }

    private mutating func controls(_ controls: [ControlStatus]) {
        func samples(_ value: (ControlStatus) -> Double?) -> [Sample] {
            controls.compactMap { control in value(control).map { ([("control", control.control)], $0) } }
        }
        func vitals(_ value: (ControlVitals) -> UInt64) -> [Sample] {
            samples { $0.vitals.map { Double(value($0)) } }
        }
        metrics.gauge("control_up", "Whether the control is running.", samples { $0.state == .running ? 1 : 0 })
        metrics.gauge(
            "control_failed", "Whether the control cannot be started, or ended unexpectedly too often.",
            samples { $0.state == .failed ? 1 : 0 })
        metrics.counter(
            "control_restarts_total", "How often the control was started again.", samples { Double($0.restarts) })
        metrics.gauge(
            "control_heartbeat_age_seconds", "Seconds since the last heartbeat of the control.",
            samples { $0.heartbeatAgeSeconds })
        metrics.counter("control_delivered_total", "Events delivered to the control.", vitals(\.delivered))
        metrics.counter("control_gaps_total", "Gaps in the stream that the control noticed.", vitals(\.gaps))
        metrics.counter(
            "control_repaired_total", "Events that the control fetched from the journal.", vitals(\.repaired))
        metrics.counter("control_missed_total", "Events that the control lost.", vitals(\.missed))
        metrics.counter("control_malformed_total", "Messages that the control could not read.", vitals(\.malformed))
        metrics.counter(
            "control_unsent_reports_total", "Reports that the control could not send.", vitals(\.unsentReports))
        metrics.histogram(
            "control_latency_seconds", "From publishing to the control's callback.",
            controls.compactMap { control in control.vitals.map { ([("control", control.control)], $0.latency) } })
    }

    // MARK: - Names

    /// The name with all characters replaced that a metric name must not have.
    private static func safe(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func words(_ name: String) -> String { String(name.map { $0 == "_" ? " " : $0 }) }
}
