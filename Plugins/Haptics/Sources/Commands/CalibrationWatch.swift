import NavigationEvents

/// Follows a calibration by the reports of the control. A pure value: reports and the waiting time go in, lines for
/// people and the outcome come out.
struct CalibrationWatch: Hashable, Sendable {
    /// If no control has begun within this time, none will.
    static let beginningSeconds = 5.0

    /// The result of the calibration.
    enum Outcome: Hashable, Sendable {
        case running
        case calibrated
        /// The calibration has failed; the text has the reason.
        case failed(String)
        /// No control calibrates; the text has the reason.
        case notStarted(String)
    }

    private struct Run: Hashable, Sendable {
        var control: String
        var processID: Int32
        var number: UInt64

        init(_ report: ControlReport) {
            (control, processID, number) = (report.control, report.processID, report.effectNumber)
        }
    }

    private let maxSeconds: Double
    private var run: Run?
    private(set) var outcome = Outcome.running

    /// - Parameter maxSeconds: The maximum waiting time.
    init(maxSeconds: Double) { self.maxSeconds = maxSeconds }

    /// Handles a report; returns the line to print.
    mutating func handle(_ report: ControlReport) -> String? {
        guard outcome == .running else { return nil }
        if let run, report.processID == run.processID, report.control == run.control, report.effect.isEmpty,
            report.kind == .leaving || report.kind == .ready
        {
            outcome = .notStarted("the control was stopped or restarted during the calibration; start it again")
            return nil
        }
        guard report.effect == WearerCompass.effect else {
            // A failure to store the result is important here.
            return run?.control == report.control && report.kind == .warning ? "warning: \(report.text)" : nil
        }
        if report.kind == .began, run == nil {
            run = Run(report)
            return report.text
        }
        guard run == Run(report) else { return nil }
        switch report.kind {
        case .progressed: return report.text
        case .ended:
            outcome = .calibrated
            return "calibrated: \(report.text)"
        case .failed: outcome = .failed(report.text)
        case .cancelled: outcome = .failed("another calibration was requested: \(report.text)")
        default: break
        }
        return nil
    }

    /// Sets the waiting time so far.
    mutating func wait(_ seconds: Double) {
        guard outcome == .running else { return }
        if run == nil, seconds >= min(Self.beginningSeconds, maxSeconds) {
            outcome = .notStarted("no control of this session answers; check that haptics is among its controls")
        } else if seconds >= maxSeconds {
            outcome = .failed("it was not finished within \(Int(maxSeconds)) s; it may still finish later")
        }
    }
}
