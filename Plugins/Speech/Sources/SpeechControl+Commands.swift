import Announcements
import NavigationControl
import NavigationEvents
import SpeechEngine

/// The commands of people.
extension SpeechControl: HandlesCommands {
    mutating func onCommand(_ command: ControlCommand) {
        if command.isMuted, !isMuted { narrator?.mute() }
        isMuted = command.isMuted
        applyVerbosity(command)
        report(mailbox.change { $0.isMuted == command.isMuted ? [] : $0.mute(command.isMuted) })
        switch command.action {
        case .say(let text): add(Utterance(text, properties: settings.properties))
        case .playback(let playback): play(playback)
        case .turnPage(let turn): self.turn(turn)
        case .repeatAnnouncement: repeatAnnouncement()
        case .mute, .verbosity, .calibrate, .focus, nil: break
        }
    }

    /// Sets the verbosity. A suppressed cue does not count as announced, and is announced later if it is still valid.
    private mutating func applyVerbosity(_ command: ControlCommand) {
        let asked = command.verbosity == .unknown ? settings.announcements.verbosity : command.verbosity
        let verbosity = command.isMuted ? .silent : asked
        if generator.settings.verbosity != verbosity { generator.settings.verbosity = verbosity }
    }

    private mutating func repeatAnnouncement() {
        // A refused repetition must not mark the cue as announced: it is announced after unmuting if it is still valid.
        guard !isMuted else {
            return reporter(.note, effect: "utterance", text: "nothing is repeated: speech is muted")
        }
        do throws(AnnouncementError) {
            guard let info, let announcement = try generator.repeatAnnouncement(for: info) else {
                reporter(.note, effect: "utterance", text: "there is nothing to repeat: nothing is ahead")
                return
            }
            let origin = info.cue?.reference == announcement.cue ? info.cue : nil
            add(Utterance(announcement, at: time, origin: origin, properties: settings.properties))
        } catch {
            report(mailbox.take(UtteranceReport(.failed, cue: info?.cue?.reference, text: "failed to \(error)")))
        }
    }

    private func play(_ playback: Playback) {
        if playback == .stopAtWord || playback == .stopNow { narrator?.stop(reason: .ended) }
        report(
            mailbox.change { queue in
                switch playback {
                case .pause: queue.pause()
                case .continue: queue.resume()
                case .stopAtWord: return queue.stop(isAtWord: true)
                case .stopNow: return queue.stop(isAtWord: false)
                case .unknown: break
                }
                return []
            })
    }
}
