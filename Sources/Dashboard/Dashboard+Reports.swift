public import NavigationEvents
import Pictures

extension Dashboard {
    /// The maximum number of utterances, of which all but one are paused.
    static let maxUtterances = 8
    static let maxPulses = 8

    /// Updates the dashboard with a report of a control or of the bus.
    public mutating func update(_ report: ControlReport, at moment: Moment) {
        var report = report
        report.control = report.control.displayable
        switch report.kind {
        // The process has ended or was replaced: none of its effects continues.
        case .ready, .leaving: forgetEffects(of: report.control, at: moment)
        case .failed, .warning: addProblem(report, at: moment)
        default: break
        }
        switch report.effect {
        case "utterance": handleUtterance(report, at: moment)
        case "pulse": handlePulse(report, at: moment)
        case "page": handlePage(report)
        default: break
        }
    }

    /// Removes all utterances and pulses of a control, and its page.
    mutating func forgetEffects(of control: String, at moment: Moment) {
        utterances.removeAll { $0.control == control }
        pulses.removeAll { $0.control == control }
        if page?.control == control { page = nil }
        if lastUtterance?.control == control { endLastUtterance(.cancelled, at: moment) }
    }

    /// Removes the latest utterance, which is about another route, unless it still sounds.
    mutating func removeLastUtterance() {
        guard lastUtterance?.ending != nil else { return }
        lastUtterance = nil
    }

    /// Removes the latest utterance, which is about a passed maneuver: at once, or at its end.
    mutating func expireLastUtterance() {
        removeLastUtterance()
        lastUtterance?.isExpired = true
    }

    /// Sets the ending of the latest utterance, unless it has one.
    mutating func endLastUtterance(_ ending: LastUtterance.Ending, at moment: Moment) {
        guard lastUtterance?.ending == nil else { return }
        if lastUtterance?.isExpired == true { return lastUtterance = nil }
        lastUtterance?.ending = ending
        lastUtterance?.endedAt = moment
    }

    // MARK: - Utterances

    private mutating func handleUtterance(_ report: ControlReport, at moment: Moment) {
        switch report.kind {
        case .began: begin(report, at: moment)
        case .progressed: setSpokenRange(report.range, report, at: moment)
        case .paused: change(report, at: moment) { $0.isPaused = true }
        case .continued: resume(report, at: moment)
        case .ended: end(report, .finished, at: moment)
        case .cancelled: end(report, .cancelled, at: moment)
        case .failed: end(report, .failed, at: moment)
        default: break
        }
    }

    private mutating func begin(_ report: ControlReport, at moment: Moment) {
        let text = report.text.displayable
        utterances.removeAll { $0.isAbout(report) }
        // A control speaks one utterance at a time: the one before has ended, even if its end was not reported.
        utterances.removeAll { $0.control == report.control && !$0.isPaused }
        utterances.append(
            ActiveUtterance(
                control: report.control, processID: report.processID, effectNumber: report.effectNumber,
                text: text, isPaused: false, cue: report.cue, reportedAt: moment))
        if utterances.count > Self.maxUtterances { utterances.removeFirst() }
        lastUtterance = LastUtterance(
            control: report.control, processID: report.processID, effectNumber: report.effectNumber,
            text: text, beganAt: moment)
    }

    /// Sets the spoken range. The text may have been cut; a range beyond its end is ignored.
    private mutating func setSpokenRange(_ range: Range<Int>?, _ report: ControlReport, at moment: Moment) {
        change(report, at: moment) { saying in
            guard let range, range.lowerBound >= 0, !range.isEmpty else { return }
            let isWithin = range.upperBound <= saying.text.unicodeScalars.count
            saying.range = isWithin ? range : nil
        }
    }

    private mutating func resume(_ report: ControlReport, at moment: Moment) {
        guard utterances.contains(where: { $0.isAbout(report) }) else {
            // It began before this display started.
            if !report.text.isEmpty { begin(report, at: moment) }
            return
        }
        change(report, at: moment) { $0.isPaused = false }
    }

    private mutating func change(_ report: ControlReport, at moment: Moment, _ change: (inout ActiveUtterance) -> Void)
    {
        guard let index = utterances.firstIndex(where: { $0.isAbout(report) }) else { return }
        utterances[index].reportedAt = moment
        change(&utterances[index])
    }

    private mutating func end(_ report: ControlReport, _ ending: LastUtterance.Ending, at moment: Moment) {
        utterances.removeAll { $0.isAbout(report) }
        guard let last = lastUtterance, last.control == report.control, last.processID == report.processID,
            last.effectNumber == report.effectNumber
        else { return }
        endLastUtterance(ending, at: moment)
    }

    // MARK: - Pulses

    private mutating func handlePulse(_ report: ControlReport, at moment: Moment) {
        let pulse = ActivePulse(
            control: report.control, text: report.text.displayable, cue: report.cue,
            processID: report.processID, effectNumber: report.effectNumber, reportedAt: moment)
        switch report.kind {
        case .began:
            pulses.append(pulse)
            if pulses.count > Self.maxPulses { pulses.removeFirst() }
        case .ended, .cancelled, .failed:
            if let index = pulses.firstIndex(where: { $0.isEnded(by: pulse) }) { pulses.remove(at: index) }
        default: break
        }
    }

    // MARK: - Pages

    private mutating func handlePage(_ report: ControlReport) {
        switch report.kind {
        case .began:
            page = ShownPage(
                control: report.control, processID: report.processID, effectNumber: report.effectNumber,
                text: report.text.displayable, picture: report.picture)
        case .ended, .cancelled, .failed:
            guard let page, page.control == report.control, page.processID == report.processID,
                page.effectNumber == report.effectNumber
            else { return }
            self.page = nil
        default: break
        }
    }

    // MARK: - Problems

    private mutating func addProblem(_ report: ControlReport, at moment: Moment) {
        let text = report.text.displayable
        guard !text.isEmpty else { return }
        var problem = ReportedProblem(
            control: report.control, kind: report.kind, text: text, at: moment, count: 1)
        if let index = problems.firstIndex(where: { $0.control == problem.control && $0.text == text }) {
            problem.count += problems.remove(at: index).count
        }
        problems.insert(problem, at: 0)
        if problems.count > Self.maxProblems { problems.removeLast() }
    }
}

extension ActiveUtterance {
    fileprivate func isAbout(_ report: ControlReport) -> Bool {
        control == report.control && processID == report.processID && effectNumber == report.effectNumber
    }
}

extension ActivePulse {
    /// Whether another report is about the same pulse; pulses without a number are matched by their text.
    fileprivate func isEnded(by other: ActivePulse) -> Bool {
        control == other.control && processID == other.processID && effectNumber == other.effectNumber
            && (effectNumber != 0 || text == other.text)
    }
}
