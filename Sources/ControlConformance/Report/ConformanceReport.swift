/// The result of a conformance test.
public struct ConformanceReport: Sendable, Hashable {
    /// Name of the control.
    public var subject: String
    /// The result of each case, in order.
    public var results: [CaseResult]
    /// Duration of the test, seconds.
    public var seconds: Double
    /// The folder of the test, if it is kept.
    public var folder: String?

    /// Creates a report.
    public init(subject: String, results: [CaseResult], seconds: Double, folder: String? = nil) {
        self.subject = subject
        self.results = results
        self.seconds = seconds
        self.folder = folder
    }

    /// Whether no case failed.
    public var isPassed: Bool { !results.contains { $0.verdict.isFailed } }

    /// Whether the test itself could not complete.
    public var isBroken: Bool { results.contains { $0.verdict == .broken } }

    /// Number of cases with a verdict.
    public func count(_ verdict: CaseResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
}
