import Foundation

/// The table of results that `make faults` prints.
struct FaultTable {
    private static let heading = [
        "fault", "description", "tried", "survived", "lost", "twice", "worst", "passes when", "",
    ]
    private var rows: [[String]] = []
    private var notes: [String] = []
    private(set) var failed = 0
    private(set) var skipped = 0

    mutating func add(_ fault: any Fault, _ outcome: FaultOutcome) {
        if !outcome.passes { failed += 1 }
        rows.append([
            fault.name, fault.title, "\(outcome.tried)", "\(outcome.survived)", "\(outcome.lost)",
            "\(outcome.doubled)", outcome.worstSeconds.map { String(format: "%.3f s", $0) } ?? "", fault.passes,
            outcome.passes ? "passed" : "FAILED",
        ])
        notes += outcome.notes.map { "\(fault.name): \($0)" }
    }

    /// Adds a fault that cannot be injected here, which never counts as passed.
    mutating func skip(_ fault: any Fault, _ obstacle: String) {
        skipped += 1
        rows.append([fault.name, fault.title, "0", "", "", "", "", fault.passes, "skipped"])
        notes.append("\(fault.name): skipped, \(obstacle)")
    }

    var text: String {
        let all = [Self.heading] + rows
        let widths = Self.heading.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        }
        return (lines + [""] + notes).joined(separator: "\n")
    }
}
