/// What came of an exam.
public struct ExamReport: Sendable, Hashable {
    /// The control that was examined.
    public var subject: String
    /// What came of each case, in their order.
    public var results: [CaseResult]
    /// How long all of it took.
    public var seconds: Double
    /// The folder of the exam, if it is kept.
    public var folder: String?

    /// Makes a report.
    public init(subject: String, results: [CaseResult], seconds: Double, folder: String? = nil) {
        self.subject = subject
        self.results = results
        self.seconds = seconds
        self.folder = folder
    }

    /// Whether nothing failed.
    public var isPassed: Bool { !results.contains { $0.verdict.isFailed } }

    /// Whether the exam itself could not be held to its end.
    public var isBroken: Bool { results.contains { $0.verdict == .broken } }

    /// How many cases ended like this.
    public func count(_ verdict: CaseResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
}
