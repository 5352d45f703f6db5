import NavigationControl
import NavigationEvents

/// What people ask of speech.
extension SpeechControl {
    static var takesCommands: Bool { true }

    mutating func onCommand(_ command: ControlCommand) {
        isMuted = command.isMuted
        tell(desk.change { $0.isMuted == command.isMuted ? [] : $0.mute(command.isMuted) })
        switch command.action {
        case .say(let text): say(text)
        case .playback(let playback): play(playback)
        case .turnPage(let turn): self.turn(turn)
        case .repeatAnnouncement, .mute, .verbosity, .calibrate, nil: break
        }
    }

    private func say(_ spoken: SpokenText) {
        var properties = settings.properties
        properties.isSSML = spoken.isSSML
        properties.voice = spoken.voice
        properties.rate = spoken.rate ?? properties.rate
        properties.pitchMultiplier = spoken.pitchMultiplier ?? properties.pitchMultiplier
        properties.volume = spoken.volume ?? properties.volume
        add(Utterance(spoken.text, kind: .person, properties: properties))
    }

    private func play(_ playback: Playback) {
        if playback == .stopAtWord || playback == .stopNow { narrator?.stop(reason: Dismissal.ended.rawValue) }
        tell(
            desk.change { queue in
                switch playback {
                case .pause: queue.pause()
                case .continue: queue.goOn()
                case .stopAtWord: return queue.stop(isAtWord: true)
                case .stopNow: return queue.stop(isAtWord: false)
                case .unknown: break
                }
                return []
            })
    }
}
