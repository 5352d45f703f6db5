/// Counts skipped lines and decides which of them are reported, so that a noisy line does not flood the reports.
struct BadLineCounter {
    /// The number of first lines that are all reported.
    static let reportedAtFirst = 20

    let source: String
    private(set) var count = 0

    init(source: String) { self.source = source }

    /// The problem to report for one more skipped line: each of the first ones, then each tenth, each hundredth, and so
    /// on.
    mutating func problem(line: Int, reason: String) -> PositionProblem? {
        count += 1
        var stride = 1
        while count > stride * Self.reportedAtFirst { stride *= 10 }
        guard count % stride == 0 else { return nil }
        return .badLine(source: source, line: line, reason: reason, count: count)
    }
}
