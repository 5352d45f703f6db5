import Geodesy
import NavigationControl
import NavigationEvents

extension HapticsControl {
    /// Plays a signal, unless it was played already, is switched off, or is muted.
    ///
    /// - Returns: Whether it is played.
    @discardableResult
    mutating func play(_ hapticCue: TurnSignals.HapticCue, _ info: NavigationInfo?, isRepeated: Bool = false) -> Bool {
        let cue = hapticCue.cue == nil ? nil : info?.cue
        // It was played before this process was restarted.
        if let cue, let info, !isRepeated, memory.hasRendered(cue, at: info.fix.time) { return false }
        if let group = PatternGroup(hapticCue.signal), settings.silences(group) { return false }
        if isMuted(hapticCue.signal) { return false }
        let options = HapticScheduler.Options(
            relativeBearingDegrees: info?.currentStep.flatMap(hapticCue.signal.relativeBearingDegrees),
            validSeconds: cue.flatMap { cue in
                info.map { max(0, cue.validForSeconds - max(0, $0.fix.time.seconds(since: cue.dueAt))) }
            }, isRepeated: isRepeated)
        guard scheduler.play(hapticCue, options: options, at: clock.seconds) else { return false }
        if let cue, !isRepeated { memory.rendered(cue) }
        if let info { repeatMemory.record(hapticCue, info, at: clock.seconds) }
        return true
    }

    /// Updates turn until quiet with the current headings.
    ///
    /// - Returns: Whether a pulse is played.
    @discardableResult
    mutating func point() -> Bool {
        guard let targetDirection, let time = clock.time else { return false }
        let facing = finder.facing(at: time) { compasses.calibration(of: $0) }
        var signal: HapticSignal?
        if calibration != nil, case .bearing = targetDirection {
            compass.pause()
        } else {
            signal = compass.update(targetDirection, facing: facing, at: clock.seconds)
        }
        reportSteering(compass.isPointing && !isMuted(.onCourse))
        // A pointer does not wait: it is repeated after a second.
        guard let signal, !(signal.isTransient && scheduler.isPlaying) else { return false }
        return play(TurnSignals.HapticCue(signal: signal), info)
    }

    /// Reports when steering begins and when it ends.
    mutating func reportSteering(_ isOn: Bool) {
        guard isOn != isSteering else { return }
        isSteering = isOn
        report(isOn ? .began : .ended, effect: HapticScheduler.effect, text: "steering")
    }

    /// Whether a signal is silenced because all is muted.
    func isMuted(_ signal: HapticSignal) -> Bool {
        settings.muteSilences && mutes.isMuted && !signal.playsWhileMuted
    }

    /// Uses a table that has changed from now on.
    mutating func refreshTable() {
        switch tableWatcher?.refresh() {
        case .replaced(let table):
            scheduler.table = table
            report(.note, text: "the pulses of \(table.name) are now in use")
        case .refused(let error):
            report(.warning, text: "failed to \(error); the previous pulses remain in use")
        case nil: break
        }
    }
}

extension HapticSignal {
    /// The direction of the signal, degrees clockwise from straight ahead, if the step knows it better than the
    /// pattern: a turn and the exit of a roundabout have an angle. `nil` if the angle contradicts the side of the
    /// signal.
    func relativeBearingDegrees(_ step: Step) -> Double? {
        switch self {
        case .prepare(let direction), .now(let direction):
            guard let angle = step.turnAngleDegrees, angle.isFinite else { return nil }
            switch direction {
            case .left: return (-180..<0).contains(angle) ? Angle.normalized(angle) : nil
            case .right: return (0.001...180).contains(angle) ? angle : nil
            case .ahead: return abs(angle) <= 45 ? Angle.normalized(angle) : nil
            case .around: return nil
            }
        case .roundabout:
            guard let angle = step.turnAngleDegrees, angle.isFinite else { return nil }
            return Angle.normalized(angle)
        default: return nil
        }
    }
}
