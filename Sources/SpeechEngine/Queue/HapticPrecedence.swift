import NavigationEvents

/// Decides how long an announcement waits for the haptic pulse of its cue, since haptics precede speech.
///
/// A pure value; times are seconds of a monotonic clock. It learns from the reports of the controls which cues have
/// pulses. Without a haptic device only the first two turns wait in vain.
struct HapticPrecedence: Equatable, Sendable {
    /// The maximum number of consecutive cues of a kind that wait without a pulse.
    static let maxMissed = 2
    /// The effect in the reports of haptic controls.
    static let effect = "pulse"
    /// The number of announced cues for which a report is still expected.
    private static let maxAnnounced = 8

    /// A kind of cue. Either all cues of a kind have pulses or none.
    private struct Kind: Hashable, Sendable {
        var subject: CueSubject
        var stage: CueStage

        /// Whether the kind is a turn, for which every haptic control has pulses.
        var isTurn: Bool { subject == .maneuver && (stage == .prepare || stage == .now) }
    }

    /// An announced cue.
    private struct Announced: Equatable, Sendable {
        var cue: CueReference
        var kind: Kind
        /// The end of the wait; `nil` if the cue does not wait.
        var until: Double?
    }

    /// The maximum wait for a cue in seconds; 0 disables it.
    let maxSeconds: Double
    private var announced: [Announced] = []
    /// The number of waits without a pulse for each kind since its last pulse.
    private var missed: [Kind: Int] = [:]
    /// The controls that reported pulses, and whether each is still present.
    private var controls: [String: Bool] = [:]
    /// The number of turns that may still wait although no haptic control is known.
    private var trialWaits = maxMissed

    /// Creates the state before any report.
    ///
    /// - Parameter maxSeconds: The maximum wait for a cue; 0 disables it.
    init(maxSeconds: Double) {
        self.maxSeconds = maxSeconds
    }

    /// Records a cue that is about to be announced.
    mutating func announce(_ cue: CueReference, _ subject: CueSubject, at now: Double) {
        giveUp(at: now)
        let kind = Kind(subject: subject, stage: cue.stage)
        announced.removeAll { $0.cue == cue }
        announced.append(Announced(cue: cue, kind: kind, until: isAwaited(kind) ? now + maxSeconds : nil))
        if announced.count > Self.maxAnnounced { announced.removeFirst() }
    }

    /// Returns the seconds that a cue still waits; `nil` if it may be spoken.
    mutating func secondsToWait(_ cue: CueReference, at now: Double) -> Double? {
        giveUp(at: now)
        return announced.first { $0.cue == cue }?.until.map { $0 - now }
    }

    /// Handles a report of a control.
    ///
    /// - Returns: Whether the report ends the wait of a cue.
    mutating func handle(_ report: ControlReport, at now: Double) -> Bool {
        giveUp(at: now)
        let before = announced.count { $0.until != nil }
        if report.effect.isEmpty {
            note(report.kind, of: report.control)
        } else if report.effect == Self.effect, let cue = report.cue {
            note(report.kind, of: report.control, cue)
        }
        return announced.count { $0.until != nil } < before
    }

    /// Handles a report about the pulse of a cue.
    private mutating func note(_ kind: ReportKind, of control: String, _ cue: CueReference) {
        let index = announced.firstIndex { $0.cue == cue }
        switch kind {
        case .began, .progressed, .continued, .ended:
            appear(control)
            if let index { missed[announced[index].kind] = 0 }
        case .failed: if let index, announced[index].until != nil { miss(announced[index].kind) }
        case .cancelled, .paused: break
        default: return
        }
        if let index { announced[index].until = nil }
    }

    /// Handles a report about the state of a haptic control.
    private mutating func note(_ kind: ReportKind, of control: String) {
        guard let isThere = controls[control] else { return }
        switch kind {
        case .leaving, .failed: leave(control)
        case .ready: if !isThere { appear(control) }
        default: break
        }
    }

    /// Records that a haptic control is present, and discards what was learned from its absence.
    private mutating func appear(_ control: String) {
        if controls[control] != true, !hasHapticControl { missed = [:] }
        controls[control] = true
    }

    private mutating func leave(_ control: String) {
        controls[control] = false
        guard !hasHapticControl else { return }
        trialWaits = 0
        for index in announced.indices { announced[index].until = nil }
    }

    /// Whether a haptic control is present.
    private var hasHapticControl: Bool { controls.values.contains(true) }

    private func isAwaited(_ kind: Kind) -> Bool {
        guard maxSeconds > 0 else { return false }
        return hasHapticControl ? count(kind) < Self.maxMissed : kind.isTurn && trialWaits > 0
    }

    /// Returns the waits without a pulse. A kind other than a turn does not wait until one of its cues had a pulse.
    private func count(_ kind: Kind) -> Int { missed[kind] ?? (kind.isTurn ? 0 : Self.maxMissed) }

    /// Records a wait without a pulse.
    private mutating func miss(_ kind: Kind) {
        if hasHapticControl {
            missed[kind] = min(count(kind) + 1, Self.maxMissed)
        } else {
            trialWaits = max(trialWaits - 1, 0)
        }
    }

    /// Ends the waits that have reached their maximum.
    private mutating func giveUp(at now: Double) {
        for index in announced.indices {
            guard let until = announced[index].until, until <= now else { continue }
            announced[index].until = nil
            miss(announced[index].kind)
        }
    }
}
