import NavigationControl
import NavigationEvents

extension HapticsControl {
    mutating func onCommand(_ command: ControlCommand) {
        mutes.isMuted = command.isMuted
        desk.finish(at: clock.seconds)
        switch command.action {
        case .mute(let isMuted): feel(TurnSignals.Felt(signal: isMuted ? .muted : .unmuted), nil)
        case .repeatAnnouncement: repeatWhatMatters()
        case .calibrate: beginCalibration()
        case .verbosity, .say, .playback, .turnPage, nil: break
        }
    }

    /// Makes felt again what matters now. Steering answers at once as well: with its pointer, or with a faint pulse on
    /// course, so that a press of the button is never followed by silence alone.
    private mutating func repeatWhatMatters() {
        let again = recollection.again(info, hasTurns: settings.mode.hasTurns, at: clock.seconds)
        var isFelt = again.map { feel($0, info, isRepeated: true) } ?? false
        if settings.mode.hasCompass, let signal = compass.alarm ?? (compass.isOnCourse ? .onCourse : nil), !isFelt {
            isFelt = feel(TurnSignals.Felt(signal: signal), info, isRepeated: true)
        }
        compass.pointNow()
        if !isFelt, !compass.isPointing { report(.note, text: "there is nothing to feel again") }
    }
}
