import NavigationEvents

/// Follows what becomes of words that somebody has asked for. A value: it decides by what is published.
struct SayWatch {
    /// What is known of it.
    enum Verdict: Hashable {
        /// No control has begun with it.
        case waiting
        /// A control is saying it.
        case speaking
        /// It was interrupted, and goes on when somebody asks for that.
        case paused
        /// It was said to its end.
        case said
        /// It was not, and why.
        case notSaid(String)
    }

    private struct Effect: Hashable {
        var control: String
        var processID: Int32
        var number: UInt64

        init(_ report: ControlReport) {
            (control, processID, number) = (report.control, report.processID, report.effectNumber)
        }
    }

    let text: SpokenText
    private var isPublished = false
    private var effect: Effect?
    private(set) var verdict = Verdict.waiting

    init(_ text: SpokenText) { self.text = text }

    /// Takes what was published next.
    mutating func take(_ event: Event) {
        switch event {
        case .command(let command):
            if command.action == .say(text) { isPublished = true }
        case .control(let report):
            guard isPublished, report.effect == "utterance", report.cue == nil, isAbout(report) else { return }
            take(report)
        case .gps, .navigation, .navigationStarted, .navigationStopped: break
        }
    }

    private func isAbout(_ report: ControlReport) -> Bool {
        if let effect { return effect == Effect(report) }
        // What was never begun is told with a reason before the words.
        return Self.isSame(report.text, text.text)
            || report.kind != .began && report.text.hasSuffix(": \(text.text)")
    }

    private mutating func take(_ report: ControlReport) {
        switch report.kind {
        case .began, .continued:
            effect = Effect(report)
            verdict = .speaking
        case .progressed: verdict = .speaking
        case .paused: verdict = .paused
        case .ended: verdict = .said
        case .cancelled: verdict = .notSaid(report.text.isEmpty ? "it was cancelled" : report.text)
        case .failed: verdict = .notSaid(report.text)
        case .unknown, .ready, .leaving, .warning, .note: break
        }
    }

    /// Whether a report tells these words, perhaps cut to what a report may have.
    private static func isSame(_ told: String, _ text: String) -> Bool {
        told == text || told.hasSuffix("…") && text.hasPrefix(told.dropLast())
    }
}
