import Announcements
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// Announcements of the control wait for their pulses; utterances of people do not.
@Suite struct AnnouncementWaitTests {
    private func pulse(_ identity: UInt64, _ stage: CueStage = .now, _ kind: ReportKind = .began) -> ControlReport {
        ControlReport(
            control: "haptics", kind: kind, effect: "pulse", cue: CueReference(identity: identity, stage: stage))
    }

    /// Returns the next task of the voice as a text.
    private func next(_ mailbox: VoiceMailbox) -> String {
        switch mailbox.next() {
        case .speak(let utterance): utterance.text
        case .report: "tell"
        case .rest: "rest"
        case .waitForPulse(let milliseconds): "wait \(milliseconds)"
        case .leave: "leave"
        }
    }

    @Test func `only announcements of the control wait`() throws {
        let log = OutputLog()
        var control = try SpeechControl(
            ControlContext(
                settings: Settings([
                    "output": .text("none"), "languages": .text(Checkout.languages.path),
                    "pulsesFirstSeconds": .number(1),
                ]), reporter: log.reporter))
        control.mailbox.setPaced(true)
        let mailbox = control.mailbox
        control.onNavigation(.make(.turnLeft, identity: 1), fix: .make())
        #expect(next(mailbox).hasPrefix("wait"))
        control.onReport(pulse(1))
        #expect(next(mailbox) == "now turn left")
        _ = mailbox.finish(isComplete: true)
        control.onCommand(ControlCommand(action: .repeatAnnouncement))
        #expect(next(mailbox) == "now turn left")
        _ = mailbox.finish(isComplete: true)
        control.onCommand(ControlCommand(action: .say(SpokenText(text: "hello"))))
        #expect(next(mailbox) == "hello")
    }
}
