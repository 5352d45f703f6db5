import NavigationEvents

/// Follows a calibration by what the control reports of it. A value: what was reported and how long one has waited goes
/// in, lines for people and the outcome come out.
struct CalibrationWatch: Hashable, Sendable {
    /// Nobody has begun for so long: nobody will.
    static let beginningSeconds = 5.0

    /// How it went.
    enum Outcome: Hashable, Sendable {
        case going
        case calibrated
        /// Why it was given up; a sentence.
        case failed(String)
        /// Nobody does it, and why.
        case nobody(String)
    }

    private struct Run: Hashable, Sendable {
        var control: String
        var processID: Int32
        var number: UInt64

        init(_ report: ControlReport) {
            (control, processID, number) = (report.control, report.processID, report.effectNumber)
        }
    }

    private let mostSeconds: Double
    private var run: Run?
    private(set) var outcome = Outcome.going

    /// - Parameter mostSeconds: How long it is waited for.
    init(mostSeconds: Double) { self.mostSeconds = mostSeconds }

    /// Takes a report; the line that it is worth.
    mutating func take(_ report: ControlReport) -> String? {
        guard outcome == .going else { return nil }
        if let run, report.processID == run.processID, report.control == run.control, report.effect.isEmpty,
            report.kind == .leaving || report.kind == .ready
        {
            outcome = .nobody("the control was stopped, or started anew, meanwhile; ask for it again")
            return nil
        }
        guard report.effect == HapticsControl.calibrationEffect else {
            // What goes wrong while it is kept is worth knowing here.
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
        case .cancelled: outcome = .failed("somebody else has asked for it: \(report.text)")
        default: break
        }
        return nil
    }

    /// So long it has been waited for.
    mutating func wait(_ seconds: Double) {
        guard outcome == .going else { return }
        if run == nil, seconds >= min(Self.beginningSeconds, mostSeconds) {
            outcome = .nobody("no control of this session calibrates: is haptics among its controls?")
        } else if seconds >= mostSeconds {
            outcome = .failed("it was not done within \(Int(mostSeconds)) s; it may be done later all the same")
        }
    }
}
