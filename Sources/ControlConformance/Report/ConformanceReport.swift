public import NavigationControl

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
    /// The grades that the manifest claims.
    public var claimed: Set<ControlGrade>
    /// Whether all cases ran. Otherwise the test determines no grade.
    public var isComplete: Bool

    /// Creates a report.
    public init(
        subject: String, results: [CaseResult], seconds: Double, folder: String? = nil,
        claimed: Set<ControlGrade> = [], isComplete: Bool = true
    ) {
        self.subject = subject
        self.results = results
        self.seconds = seconds
        self.folder = folder
        self.claimed = claimed
        self.isComplete = isComplete
    }

    /// Whether no case failed, and each claimed grade is reached.
    public var isPassed: Bool {
        !results.contains { $0.verdict.isFailed } && unreachedClaims.isEmpty
    }

    /// Whether the test itself could not complete.
    public var isBroken: Bool { results.contains { $0.verdict == .broken } }

    /// Number of cases with a verdict.
    public func count(_ verdict: CaseResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
}

// MARK: - Grades

extension ConformanceReport {
    /// The grades that the control reaches; empty if not all cases ran.
    public var grades: Set<ControlGrade> { Set(ControlGrade.allCases.filter { isComplete && missing($0).isEmpty }) }

    /// The claimed grades that it does not reach, in order; empty if not all cases ran.
    public var unreachedClaims: [ControlGrade] {
        ControlGrade.allCases.filter { isComplete && claimed.contains($0) && !grades.contains($0) }
    }

    /// The results that prevent a grade. A grade above ``ControlGrade/listener`` requires evidence: each of its cases has
    /// to pass. A listener may lack the features of a case.
    public func missing(_ grade: ControlGrade) -> [CaseResult] {
        results.filter { result in
            switch result.grade {
            case .listener: result.verdict != .passed && result.verdict != .skipped
            case grade: result.verdict != .passed
            default: false
            }
        }
    }
}
