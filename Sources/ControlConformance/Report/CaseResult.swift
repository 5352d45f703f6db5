/// The result of a case.
public struct CaseResult: Sendable, Hashable {
    /// How it ended.
    public enum Verdict: Sendable, Hashable {
        /// The control does what the contract says.
        case passed
        /// It does not.
        case failed
        /// The case does not apply: the control does not claim the feature.
        case skipped
        /// The test itself could not continue.
        case broken

        var isFailed: Bool { self == .failed || self == .broken }
    }

    /// Name of the case.
    public var name: String
    /// The requirement, after its page and rule: "life L-6: …".
    public var clause: String
    /// How it ended.
    public var verdict: Verdict
    /// The observed behaviour; for a failure, the expected behaviour first.
    public var sentence: String
    /// The last lines of output of the control, if the case failed.
    public var output: [String] = []
    /// Duration of the case, seconds.
    public var seconds = 0.0

    init(_ examCase: ConformanceCase, _ verdict: Verdict, _ sentence: String) {
        name = examCase.name
        clause = "\(examCase.clause.page) \(examCase.clause.rule): \(examCase.clause.text)"
        self.verdict = verdict
        self.sentence = sentence
    }

    init(_ examCase: ConformanceCase, _ ending: CaseEnding) {
        switch ending {
        case .failed(let text): self.init(examCase, .failed, text)
        case .broken(let text): self.init(examCase, .broken, "the conformance test failed to \(text)")
        }
    }
}
