/// Counts skipped lines and decides which of them are reported, so that a noisy line does not flood the reports.
package struct BadLineCounter {
    /// The number of first lines that are all reported.
    static let reportedAtFirst = 20

    let source: String
    package private(set) var count = 0

    package init(source: String) { self.source = source }

    /// The problem to report for one more skipped line: each of the first ones, then each tenth, each hundredth, and so
    /// on.
    mutating func problem(line: Int, reason: String) -> PositionProblem? {
        add().map { .badLine(source: source, line: line, reason: reason, count: $0) }
    }

    /// The same for a message that has no line.
    package mutating func problem(reason: String) -> PositionProblem? {
        add().map { .badMessage(source: source, reason: reason, count: $0) }
    }

    /// Counts one more.
    ///
    /// - Returns: The number of all, if this one is reported.
    private mutating func add() -> Int? {
        count += 1
        var stride = 1
        while count > stride * Self.reportedAtFirst { stride *= 10 }
        return count % stride == 0 ? count : nil
    }
}
