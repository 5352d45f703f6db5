package import NavigationEvents

/// Writes metrics in the text format of Prometheus (version 0.0.4). All names begin with `navbus_`, which is added here. A
/// family without samples is omitted.
package struct PrometheusWriter: Sendable {
    /// A label of a sample.
    package typealias Label = (name: String, value: String)
    /// A value of a metric.
    package typealias Sample = (labels: [Label], value: Double)

    /// The lines, each with a line break.
    package private(set) var text = ""

    package init() {}

    /// Adds a value that goes up and down.
    package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        family(name, help, "gauge", samples.map { (name, $0.labels, $0.value) })
    }

    /// Adds a value that only grows. Its name ends with `_total`.
    package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        family(name, help, "counter", samples.map { (name, $0.labels, $0.value) })
    }

    /// Adds distributions.
    package mutating func histogram(
        _ name: String, _ help: String, _ samples: [(labels: [Label], value: Histogram)]
    ) {
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
}
