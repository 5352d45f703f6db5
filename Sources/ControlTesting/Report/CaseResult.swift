/// What came of a case.
public struct CaseResult: Sendable, Hashable {
    /// How it ended.
    public enum Verdict: Sendable, Hashable {
        /// The control does what the contract says.
        case passed
        /// It does not.
        case failed
        /// The control does not claim what the case is about.
        case notAsked
        /// The exam itself could not go on.
        case broken

        var isFailed: Bool { self == .failed || self == .broken }
    }

    /// Name of the case.
    public var name: String
    /// What the contract says, behind its page and rule: "life L-6: …".
    public var clause: String
    /// How it ended.
    public var verdict: Verdict
    /// What was seen, or what was expected and what came instead.
    public var sentence: String
    /// The last lines that the control wrote, if it failed.
    public var output: [String] = []
    /// How long it took.
    public var seconds = 0.0

    init(_ examCase: ExamCase, _ verdict: Verdict, _ sentence: String) {
        name = examCase.name
        clause = "\(examCase.clause.page) \(examCase.clause.rule): \(examCase.clause.text)"
        self.verdict = verdict
        self.sentence = sentence
    }

    init(_ examCase: ExamCase, _ ending: CaseEnding) {
        switch ending {
        case .failed(let text): self.init(examCase, .failed, text)
        case .broken(let text): self.init(examCase, .broken, "the exam failed to \(text)")
        }
    }
}
