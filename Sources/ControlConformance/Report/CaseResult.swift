public import NavigationControl

/// The result of a case.
public struct CaseResult: Sendable, Hashable {
    /// How it ended.
    public enum Verdict: Sendable, Hashable {
        /// The control does what the contract says.
        case passed
        /// It does not.
        case failed
        /// The case does not apply: the control does not have the feature, or the test cannot observe it.
        case skipped
        /// The control does not do what a grade requires. The contract permits that.
        case notDone
        /// The test itself could not continue.
        case broken

        var isFailed: Bool { self == .failed || self == .broken }
    }

    /// Name of the case.
    public var name: String
    /// The requirement, after its page and rule: "life L-6: …".
    public var clause: String
    /// The grade that requires the case.
    public var grade: ControlGrade
    /// How it ended.
    public var verdict: Verdict
    /// The observed behaviour; for a failure, the expected behaviour first.
    public var sentence: String
    /// The last lines of output of the control, if the case failed.
    public var output: [String] = []
    /// Duration of the case, seconds.
    public var seconds = 0.0

    /// Name of the case without the way over which it ran.
    var caseName: String { String(name.prefix { $0 != " " }) }

    init(_ examCase: ConformanceCase, _ verdict: Verdict, _ sentence: String) {
        name = examCase.name
        clause = "\(examCase.clause.page) \(examCase.clause.rule): \(examCase.clause.text)"
        grade = examCase.grade
        self.verdict = verdict
        self.sentence = sentence
    }

    init(_ examCase: ConformanceCase, _ ending: CaseEnding) {
        switch ending {
        case .failed(let text): self.init(examCase, .failed, text)
        case .notDone(let text): self.init(examCase, .notDone, text)
        case .notAsked(let text): self.init(examCase, .skipped, text)
        case .broken(let text): self.init(examCase, .broken, "the conformance test failed to \(text)")
        }
    }
}
