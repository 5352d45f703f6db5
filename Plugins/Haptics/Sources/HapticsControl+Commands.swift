import NavigationControl
import NavigationEvents

extension HapticsControl: HandlesCommands {
    mutating func onCommand(_ command: ControlCommand) {
        mutes.isMuted = command.isMuted
        scheduler.finish(at: clock.seconds)
        switch command.action {
        case .mute(let isMuted):
            if self.isMuted(.onCourse) { reportSteering(false) }
            play(TurnSignals.HapticCue(signal: isMuted ? .muted : .unmuted), nil)
        case .repeatAnnouncement: repeatCurrentSignal()
        case .calibrate: beginCalibration()
        case .verbosity, .say, .playback, .turnPage, nil: break
        }
    }

    /// Plays again what matters now. A press of the button is never followed by silence: in compass mode the answer is
    /// the pointer, a faint pulse on course, or the unknown value. Without any of these, the answer is whether all is
    /// muted.
    private mutating func repeatCurrentSignal() {
        let again = repeatMemory.again(info, hasTurns: settings.mode.hasTurns, at: clock.seconds)
        var isPlayed = again.map { play($0, info, isRepeated: true) } ?? false
        if compass.isPointing {
            compass.pointNow()
            isPlayed = isPlayed || point()
        }
        for signal in repeatAnswers where !isPlayed {
            isPlayed = play(TurnSignals.HapticCue(signal: signal), info, isRepeated: true)
        }
        if !isPlayed { report(.note, text: "there is no pulse to repeat") }
    }

    /// The possible answers to a repeat request, the best first.
    private var repeatAnswers: [HapticSignal] {
        let state = mutes.isMuted ? HapticSignal.muted : .unmuted
        guard isNavigating else { return [.ended, state] }
        guard info != nil else { return [.positionUnreliable, state] }
        if calibration != nil { return [.calibrating, state] }
        guard settings.mode.hasCompass else { return [state] }
        switch targetDirection {
        case .unknown(let signal)?: return [signal, state]
        case .bearing?: return [compass.alarm ?? (compass.isOnCourse ? .onCourse : .headingUnknown), state]
        case .noTarget?, nil: return [state]
        }
    }
}
