import NavigationControl
import NavigationEvents

extension HapticsControl {
    mutating func onCommand(_ command: ControlCommand) {
        mutes.isMuted = command.isMuted
        desk.finish(at: clock.seconds)
        switch command.action {
        case .mute(let isMuted):
            if self.isMuted(.onCourse) { tellSteering(false) }
            feel(TurnSignals.Felt(signal: isMuted ? .muted : .unmuted), nil)
        case .repeatAnnouncement: repeatWhatMatters()
        case .calibrate: beginCalibration()
        case .verbosity, .say, .playback, .turnPage, nil: break
        }
    }

    /// Plays again what matters now. A press of the button is never followed by silence: in compass mode the answer is
    /// the pointer, a faint pulse on course, or the unknown value. Without any of these, the answer is whether all is
    /// muted.
    private mutating func repeatWhatMatters() {
        let again = recollection.again(info, hasTurns: settings.mode.hasTurns, at: clock.seconds)
        var isFelt = again.map { feel($0, info, isRepeated: true) } ?? false
        if compass.isPointing {
            compass.pointNow()
            isFelt = isFelt || point()
        }
        for signal in answers where !isFelt {
            isFelt = feel(TurnSignals.Felt(signal: signal), info, isRepeated: true)
        }
        if !isFelt { report(.note, text: "there is no pulse to repeat") }
    }

    /// The possible answers to a repeat request, the best first.
    private var answers: [HapticSignal] {
        let state = mutes.isMuted ? HapticSignal.muted : .unmuted
        guard isNavigating else { return [.ended, state] }
        guard info != nil else { return [.positionUnreliable, state] }
        if calibration != nil { return [.calibrating, state] }
        guard settings.mode.hasCompass else { return [state] }
        switch way {
        case .lost(let signal)?: return [signal, state]
        case .bearing?: return [compass.alarm ?? (compass.isOnCourse ? .onCourse : .headingUnknown), state]
        case .nowhere?, nil: return [state]
        }
    }
}
