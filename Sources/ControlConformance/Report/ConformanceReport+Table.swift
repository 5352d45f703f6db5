extension ConformanceReport {
    /// One line per case, and a summary line. After a failed case: its requirement and the last lines of output of the
    /// control.
    public var table: String {
        let width = results.map(\.name.count).max() ?? 0
        return (results.flatMap { $0.lines(nameWidth: width) } + [summary]).joined(separator: "\n")
    }

    /// The last line of ``table``: whether the control passes, and how many cases it failed.
    public var summary: String {
        let failed = count(.failed) + count(.broken)
        let asked = results.count - count(.skipped)
        let skipped = count(.skipped) == 0 ? "" : "; \(count(.skipped)) not asked"
        let time = "\((seconds * 10).rounded() / 10) s"
        let kept = folder.map { "; its output is in \($0)" } ?? ""
        return failed == 0
            ? "\(subject) passes: \(asked) cases\(skipped); \(time)\(kept)"
            : "\(subject) FAILS \(failed) of \(asked) cases\(skipped); \(time)\(kept)"
    }
}

extension CaseResult {
    /// The result in a line; after a failure also the requirement and the last lines of output of the control.
    ///
    /// - Parameter nameWidth: The width of the column of names, in characters.
    public func lines(nameWidth: Int) -> [String] {
        let padded = name + String(repeating: " ", count: max(0, nameWidth - name.count))
        let first = "\(verdict.word)  \(padded)  \(Self.oneLine(sentence))"
        guard verdict.isFailed else { return [first] }
        return [first, "           the contract, \(clause)"] + output.map { "         | \(Self.oneLine($0))" }
    }

    /// Replaces control characters: the output of a control must not move the cursor of the terminal.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 || (127...159).contains($0.value) ? " " : $0 }))
    }
}

extension CaseResult.Verdict {
    fileprivate var word: String {
        switch self {
        case .passed: "passed   "
        case .failed: "FAILED   "
        case .skipped: "not asked"
        case .broken: "BROKEN   "
        }
    }
}
