import CommandOutput

/// The states of a fleet as metrics for Prometheus.
struct FleetMetrics {
    /// The lines, each with a line break.
    let text: String

    init(_ statuses: [FleetStatus]) {
        var metrics = PrometheusWriter()
        metrics.gauge(
            Self.info.name, Self.info.help,
            statuses.map { status in
                (Self.labels(status) + [("role", status.role), ("host", status.host), ("version", status.version)], 1)
            })
        metrics.gauge(
            Self.serving.name, Self.serving.help,
            statuses.map { (Self.labels($0), $0.phase == .serving ? 1 : 0) })
        for figure in FleetFigure.allCases {
            let samples = statuses.compactMap { status in figure.value(in: status) }
            let name = figure.metricName
            if figure.declaration.isCounter {
                metrics.counter(name, figure.declaration.help, samples)
            } else {
                metrics.gauge(name, figure.declaration.help, samples)
            }
        }
        metrics.counter(
            Self.refused.name, Self.refused.help,
            statuses.flatMap { status in
                status.refusals.sorted { $0.key < $1.key }
                    .map { (Self.labels(status) + [("code", $0.key)], Double($0.value)) }
            })
        text = metrics.text
    }

    /// The names of all metrics, with their prefix.
    static var names: Set<String> {
        Set((FleetFigure.allCases.map(\.metricName) + [info.name, serving.name, refused.name]).map { "navbus_\($0)" })
    }

    private static let info = (name: "fleet_info", help: "A worker or a gateway that answers.")
    private static let serving = (name: "fleet_serving", help: "Whether it has not been drained.")
    private static let refused = (name: "fleet_requests_refused_total", help: "Requests that the gateway refused.")

    fileprivate static func labels(_ status: FleetStatus) -> [PrometheusWriter.Label] { [("name", status.name)] }
}

extension FleetFigure {
    /// The name of the metric after the prefix `navbus_`.
    fileprivate var metricName: String { "fleet_\(declaration.metric)\(declaration.isCounter ? "_total" : "")" }

    fileprivate func value(in status: FleetStatus) -> PrometheusWriter.Sample? {
        status.figures[self].map { (FleetMetrics.labels(status), $0) }
    }
}
