import NavigationEvents

/// Lets the voice wait for the touch: what is felt and said is felt first.
///
/// A pure value; time is that of a clock that nobody sets, in seconds. It learns from what the controls report whether cues
/// are felt, and which: who feels nothing waits in vain for the first two turns, and then no more.
struct TouchFirst: Equatable, Sendable {
    /// So many cues of a kind in a row are waited for in vain.
    static let mostInVain = 2
    /// What those call it who make something felt.
    static let effect = "pulse"
    /// A report about a cue comes before so many others are announced.
    private static let mostAnnounced = 8

    /// What cues have in common of which all are felt, or none.
    private struct Kind: Hashable, Sendable {
        var subject: CueSubject
        var stage: CueStage

        /// Whether it is what anybody makes felt who makes cues felt at all.
        var isTurn: Bool { subject == .maneuver && (stage == .prepare || stage == .now) }
    }

    /// A cue that is said.
    private struct Announced: Equatable, Sendable {
        var cue: CueReference
        var kind: Kind
        /// Until when it is waited for; `nil` if it is not, or no more.
        var until: Double?
    }

    /// The longest that a cue is waited for; 0 for not at all.
    let mostSeconds: Double
    private var announced: [Announced] = []
    /// How many of a kind were waited for in vain since the last one that was felt.
    private var inVain: [Kind: Int] = [:]
    /// Who has made cues felt, and whether it is still there.
    private var controls: [String: Bool] = [:]
    /// How many turns are still waited for though nobody is known who makes them felt.
    private var hopes = mostInVain

    /// Makes one that knows of nobody yet.
    init(mostSeconds: Double) {
        self.mostSeconds = mostSeconds
    }

    /// A cue is to be said.
    mutating func announce(_ cue: CueReference, _ subject: CueSubject, at now: Double) {
        giveUp(at: now)
        let kind = Kind(subject: subject, stage: cue.stage)
        announced.removeAll { $0.cue == cue }
        announced.append(Announced(cue: cue, kind: kind, until: isAwaited(kind) ? now + mostSeconds : nil))
        if announced.count > Self.mostAnnounced { announced.removeFirst() }
    }

    /// How long a cue still waits; `nil` if it may be said.
    mutating func secondsToWait(_ cue: CueReference, at now: Double) -> Double? {
        giveUp(at: now)
        return announced.first { $0.cue == cue }?.until.map { $0 - now }
    }

    /// A control reports.
    ///
    /// - Returns: Whether a cue waits no more because of it.
    mutating func hear(_ report: ControlReport, at now: Double) -> Bool {
        giveUp(at: now)
        let before = announced.count { $0.until != nil }
        if report.effect.isEmpty {
            note(report.kind, of: report.control)
        } else if report.effect == Self.effect, let cue = report.cue {
            note(report.kind, of: report.control, cue)
        }
        return announced.count { $0.until != nil } < before
    }

    /// Something became of what makes a cue felt.
    private mutating func note(_ kind: ReportKind, of control: String, _ cue: CueReference) {
        let index = announced.firstIndex { $0.cue == cue }
        switch kind {
        case .began, .progressed, .continued, .ended:
            appear(control)
            if let index { inVain[announced[index].kind] = 0 }
        case .failed: if let index, announced[index].until != nil { miss(announced[index].kind) }
        case .cancelled, .paused: break
        default: return
        }
        if let index { announced[index].until = nil }
    }

    /// Who has made cues felt comes or goes.
    private mutating func note(_ kind: ReportKind, of control: String) {
        guard let isThere = controls[control] else { return }
        switch kind {
        case .leaving, .failed: leave(control)
        case .ready: if !isThere { appear(control) }
        default: break
        }
    }

    /// Who makes cues felt is there: what was learned from its absence holds no more.
    private mutating func appear(_ control: String) {
        if controls[control] != true, !isFelt { inVain = [:] }
        controls[control] = true
    }

    private mutating func leave(_ control: String) {
        controls[control] = false
        guard !isFelt else { return }
        hopes = 0
        for index in announced.indices { announced[index].until = nil }
    }

    /// Whether somebody is there who makes cues felt.
    private var isFelt: Bool { controls.values.contains(true) }

    private func isAwaited(_ kind: Kind) -> Bool {
        guard mostSeconds > 0 else { return false }
        return isFelt ? count(kind) < Self.mostInVain : kind.isTurn && hopes > 0
    }

    /// What is no turn is not waited for until one of its kind was felt.
    private func count(_ kind: Kind) -> Int { inVain[kind] ?? (kind.isTurn ? 0 : Self.mostInVain) }

    /// A cue was waited for in vain.
    private mutating func miss(_ kind: Kind) {
        if isFelt { inVain[kind] = min(count(kind) + 1, Self.mostInVain) } else { hopes = max(hopes - 1, 0) }
    }

    /// What has been waited for as long as may be is waited for no more.
    private mutating func giveUp(at now: Double) {
        for index in announced.indices {
            guard let until = announced[index].until, until <= now else { continue }
            announced[index].until = nil
            miss(announced[index].kind)
        }
    }
}
