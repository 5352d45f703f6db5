/// The counts of an oracle, by provider and kind, with examples.
struct OracleTable {
    private struct Row: Hashable, Comparable {
        var source: String
        var kind: String

        static func < (one: Row, other: Row) -> Bool { (one.source, one.kind) < (other.source, other.kind) }
    }

    /// The number of examples of a fault.
    private static let maxExamples = 5

    private var counts: [Row: [Verdict.Outcome: Int]] = [:]
    private var examples: [Verdict.Fault: [String: [String]]] = [:]
    private(set) var faultCounts: [Verdict.Fault: Int] = [:]
    var faultCount: Int { faultCounts.values.reduce(0, +) }
    private(set) var stepCount = 0

    /// Adds the verdicts on a route.
    mutating func add(_ verdicts: [Verdict], of route: ProvidedRoute, language: String) {
        for verdict in verdicts {
            let row = Row(source: route.source, kind: verdict.kind?.rawValue ?? "(other)")
            counts[row, default: [:]][verdict.outcome, default: 0] += 1
            stepCount += 1
            guard case .fault(let fault) = verdict.outcome else { continue }
            faultCounts[fault, default: 0] += 1
            let group = "\(route.source) \(verdict.kind?.rawValue ?? "")"
            if examples[fault, default: [:]][group, default: []].count < Self.maxExamples {
                examples[fault, default: [:]][group, default: []].append(
                    "\(route.name) \(language): \(verdict.example)")
            }
        }
    }

    /// The table: steps, agreeing steps, exceptions and faults of every provider and kind.
    var text: String {
        var lines = ["| provider | kind | steps | agree | exceptions | faults |", "|---|---|---|---|---|---|"]
        for (row, outcomes) in counts.sorted(by: { $0.key < $1.key }) {
            var exceptions: [String] = []
            var faults: [String] = []
            for (outcome, count) in outcomes.sorted(by: { $0.value > $1.value }) {
                switch outcome {
                case .agrees: continue
                case .exception(let exception): exceptions.append("\(count) \(exception.rawValue)")
                case .fault(let fault): faults.append("\(count) \(fault.rawValue)")
                }
            }
            let cells = [
                row.source, row.kind, "\(outcomes.values.reduce(0, +))", "\(outcomes[.agrees] ?? 0)",
                exceptions.joined(separator: ", "), faults.joined(separator: ", "),
            ]
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n")
    }

    /// Examples of every fault.
    var faults: String {
        Verdict.Fault.allCases.compactMap { fault in
            guard let groups = examples[fault] else { return nil }
            let lines = groups.sorted { $0.key < $1.key }.flatMap { ["  \($0.key)"] + $0.value.map { "    \($0)" } }
            return (["\(fault.rawValue):"] + lines).joined(separator: "\n")
        }
        .joined(separator: "\n")
    }
}
