import NavigationControl

extension ConformanceReport {
    /// One line per case, and the conclusion. After a failed case: its requirement and the last lines of output of the
    /// control.
    public var table: String {
        let width = results.map(\.name.count).max() ?? 0
        return (results.flatMap { $0.lines(nameWidth: width) } + [conclusion]).joined(separator: "\n")
    }

    /// The last lines of ``table``: a line for each grade that is not reached, and the ``summary``.
    public var conclusion: String { (gradeLines + [summary]).joined(separator: "\n") }

    /// The last line of ``table``: whether the control passes, how many cases it failed, and its grade.
    public var summary: String {
        let parts = [
            "\(subject) \(verdict)", isComplete ? "grade: \(ControlGrade.text(grades))" : "",
            count(.notDone) == 0 ? "" : "\(count(.notDone)) not done",
            count(.skipped) == 0 ? "" : "\(count(.skipped)) not asked", "\((seconds * 10).rounded() / 10) s",
            folder.map { "its output is in \($0)" } ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private var verdict: String {
        let failed = count(.failed) + count(.broken)
        let asked = failed + count(.passed)
        if failed > 0 { return "FAILS \(failed) of \(asked) cases" }
        let claims = unreachedClaims.map(\.rawValue).joined(separator: ", ")
        guard !claims.isEmpty else { return "passes: \(asked) cases" }
        return "FAILS to be \(claims), as its manifest claims: \(asked) cases"
    }

    /// For each grade that is not reached, the cases that prevent it.
    private var gradeLines: [String] {
        ControlGrade.allCases.filter { isComplete && !grades.contains($0) }.map { grade in
            let claim = claimed.contains(grade) ? ", as its manifest claims" : ""
            let own = missing(grade).filter { $0.grade == grade }
            let names = Set(own.map(\.name))
            // A case that is missing over both ways is named once.
            let cases = own.filter { $0.name == $0.caseName || !names.contains($0.caseName) }
                .map { "\($0.name) (\($0.verdict.name))" }
            let base = grade == .listener || grades.contains(.listener) ? [] : ["it is no listener"]
            return CaseResult.oneLine("not \(grade.rawValue)\(claim): \((base + cases).joined(separator: ", "))")
        }
    }
}

extension CaseResult {
    /// The result in a line; after a failure also the requirement and the last lines of output of the control.
    ///
    /// - Parameter nameWidth: The width of the column of names, in characters.
    public func lines(nameWidth: Int) -> [String] {
        let padded = name + String(repeating: " ", count: max(0, nameWidth - name.count))
        let column = verdict.name + String(repeating: " ", count: max(0, 9 - verdict.name.count))
        let first = "\(column)  \(padded)  \(Self.oneLine(sentence))"
        guard verdict.isFailed else { return [first] }
        return [first, "           the contract, \(clause)"] + output.map { "         | \(Self.oneLine($0))" }
    }

    /// Replaces control characters: the output of a control must not move the cursor of the terminal.
    fileprivate static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 || (127...159).contains($0.value) ? " " : $0 }))
    }
}

extension CaseResult.Verdict {
    fileprivate var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "FAILED"
        case .skipped: "not asked"
        case .notDone: "not done"
        case .broken: "BROKEN"
        }
    }
}
