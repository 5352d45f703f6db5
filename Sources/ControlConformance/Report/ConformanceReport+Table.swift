extension ConformanceReport {
    /// One line per case, and a summary line. After a failed case: its requirement and the last lines of output of the
    /// control.
    public var table: String {
        let width = results.map(\.name.count).max() ?? 0
        var lines: [String] = []
        for result in results {
            let name = result.name + String(repeating: " ", count: width - result.name.count)
            lines.append("\(result.verdict.word)  \(name)  \(Self.oneLine(result.sentence))")
            guard result.verdict.isFailed else { continue }
            lines.append("           the contract, \(result.clause)")
            lines += result.output.map { "         | \(Self.oneLine($0))" }
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    private var summary: String {
        let failed = count(.failed) + count(.broken)
        let asked = results.count - count(.skipped)
        let skipped = count(.skipped) == 0 ? "" : "; \(count(.skipped)) not asked"
        let time = "\((seconds * 10).rounded() / 10) s"
        let kept = folder.map { "; its output is in \($0)" } ?? ""
        return failed == 0
            ? "\(subject) passes: \(asked) cases\(skipped); \(time)\(kept)"
            : "\(subject) FAILS \(failed) of \(asked) cases\(skipped); \(time)\(kept)"
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
