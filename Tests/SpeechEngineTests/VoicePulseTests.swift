import NavigationEvents
import Platform
import Synchronization
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

/// Announcements wait in the queue for their pulses, and none is lost.
@Suite struct VoicePulseTests {
    /// A clock under the control of the test.
    private final class Clock: Sendable {
        private let state = Mutex(100.0)
        var now: Double { state.withLock { $0 } }
        func pass(_ seconds: Double) { state.withLock { $0 += seconds } }
    }

    private let clock = Clock()

    private func mailbox(isPaced: Bool = true, pulsesFirstSeconds: Double = 0.1) throws -> VoiceMailbox {
        let clock = clock
        return try VoiceMailbox(isPaced: isPaced, pulsesFirstSeconds: pulsesFirstSeconds) { clock.now }
    }

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

    @Test func `an announcement begins with its pulse, or at the maximum wait without one`() throws {
        let mailbox = try mailbox()
        #expect(mailbox.announce(.make("left", identity: 1), about: .maneuver, at: .noon).isEmpty)
        #expect(next(mailbox) == "wait 100")
        clock.pass(0.03)
        #expect(next(mailbox) == "wait 70")
        mailbox.handle(pulse(7))
        #expect(next(mailbox) == "wait 70", "that was another one")
        mailbox.handle(pulse(1))
        #expect(next(mailbox) == "left")
        _ = mailbox.finish(isComplete: true)
        _ = mailbox.announce(.make("right", identity: 2), about: .maneuver, at: .noon)
        #expect(next(mailbox) == "wait 100")
        clock.pass(0.1)
        #expect(next(mailbox) == "right")
    }

    @Test func `nothing waits if speaking takes no time`() throws {
        let mailbox = try mailbox(isPaced: false)
        for identity in 1...3 as ClosedRange<UInt64> {
            _ = mailbox.announce(.make("left", identity: identity), about: .maneuver, at: .noon)
            #expect(next(mailbox) == "left")
            _ = mailbox.finish(isComplete: true)
        }
    }

    @Test func `waiting for another sentence does not extend the wait for the pulse`() throws {
        let mailbox = try mailbox()
        _ = mailbox.change { $0.add(.make("long", identity: 1, stage: .prepare), at: .noon) }
        #expect(next(mailbox) == "long")
        _ = mailbox.announce(.make("next", identity: 2, stage: .prepare), about: .maneuver, at: .noon)
        clock.pass(3)
        _ = mailbox.finish(isComplete: true)
        #expect(next(mailbox) == "next")
    }

    @Test func `texts of people never wait for pulses`() throws {
        let mailbox = try mailbox()
        _ = mailbox.change { $0.add(.spoken("hello"), at: .noon) }
        #expect(next(mailbox) == "hello")
        _ = mailbox.finish(isComplete: true)
        _ = mailbox.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        _ = mailbox.change { $0.add(.spoken("again"), at: .noon) }
        #expect(next(mailbox) == "wait 100", "guidance goes first, and shortly")
        // The same cue is requested again at the same moment.
        _ = mailbox.change { $0.add(.make("left, I said", identity: 1), at: .noon) }
        #expect(next(mailbox) == "left, I said")
    }

    @Test func `a now interrupts at once and waits for its pulse`() throws {
        let mailbox = try mailbox()
        _ = mailbox.change { $0.add(.make("in 300 meters", identity: 1, stage: .prepare), at: .noon) }
        #expect(next(mailbox) == "in 300 meters")
        _ = mailbox.announce(.make("now", identity: 2), about: .maneuver, at: .noon)
        #expect(mailbox.demand == .endNow)
        #expect(mailbox.finish(isComplete: false) == .cut(.interrupted))
        #expect(next(mailbox) == "wait 100")
        mailbox.handle(pulse(2))
        #expect(next(mailbox) == "now")
    }

    @Test func `a more urgent announcement overtakes a waiting one`() throws {
        let mailbox = try mailbox()
        _ = mailbox.announce(.make("prepare", identity: 1, stage: .prepare), about: .maneuver, at: .noon)
        #expect(next(mailbox) == "wait 100")
        clock.pass(0.05)
        _ = mailbox.announce(.make("now", identity: 2), about: .maneuver, at: .noon)
        #expect(next(mailbox) == "wait 100")
        mailbox.handle(pulse(2))
        #expect(next(mailbox) == "now")
        clock.pass(0.05)
        _ = mailbox.finish(isComplete: true)
        #expect(next(mailbox) == "prepare")
    }

    @Test func `an announcement dropped while it waits is reported and not spoken`() throws {
        let mailbox = try mailbox()
        func announce(_ identity: UInt64) {
            _ = mailbox.announce(.make("left", identity: identity), about: .maneuver, at: .noon)
            #expect(next(mailbox).hasPrefix("wait"))
        }
        func drops(_ body: (inout UtteranceQueue) -> [UtteranceQueue.Dropped]) -> Bool {
            let notices = mailbox.change(body)
            #expect(next(mailbox) == "rest")
            return notices.map(\.kind) == [.cancelled]
        }
        announce(1)
        mailbox.handle(pulse(1))
        #expect(next(mailbox) == "left")
        _ = mailbox.finish(isComplete: true)
        announce(2)
        #expect(drops { $0.goOffRoute() })
        announce(3)
        #expect(drops { $0.stopNavigation() })
        announce(4)
        #expect(drops { $0.advance(to: .noon.later(seconds: 60)) })
        announce(5)
        #expect(drops { $0.mute(true) })
        _ = mailbox.change { $0.mute(false) }
        announce(6)
        mailbox.handle(ControlReport(control: "haptics", kind: .leaving))
        #expect(next(mailbox) == "left")
    }

    @Test func `at the end of the control the arrival does not wait`() throws {
        let mailbox = try mailbox()
        _ = mailbox.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        mailbox.handle(pulse(1))
        #expect(next(mailbox) == "left")
        _ = mailbox.finish(isComplete: true)
        mailbox.handle(pulse(2))
        _ = mailbox.announce(.make("there", identity: 2, subject: .destination), about: .maneuver, at: .noon)
        #expect(next(mailbox) == "wait 100")
        _ = mailbox.change { $0.leave() }
        mailbox.leave()
        #expect(next(mailbox) == "there")
        _ = mailbox.finish(isComplete: true)
        #expect(next(mailbox) == "leave")
    }

    @Test func `no book begins while an announcement waits`() throws {
        let mailbox = try mailbox()
        let asked = Mutex(0)
        mailbox.setSource {
            asked.withLock { $0 += 1 }
            return nil
        }
        _ = mailbox.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        #expect(next(mailbox) == "wait 100")
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func `every announcement is spoken or dropped once, and equals keep their order`() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let mailbox = try mailbox()
            var (said, dropped): ([UInt64], [UInt64]) = ([], [])
            var isSpeaking = false
            func speakIfDue() {
                if isSpeaking { _ = mailbox.finish(isComplete: true) }
                isSpeaking = false
                if case .speak(let utterance) = mailbox.next(), let cue = utterance.cue {
                    said.append(cue.identity)
                    isSpeaking = true
                }
            }
            let count: UInt64 = 40
            for identity in 1...count {
                clock.pass(.random(in: 0...0.2, using: &random))
                let utterance = Utterance.make("\(identity)", identity: identity, stage: .prepare, validForSeconds: 1e6)
                dropped += mailbox.announce(utterance, about: .maneuver, at: .noon).compactMap(\.cue?.identity)
                if random.chance(3) { speakIfDue() }
                let felt = identity - min(.random(in: 0...2, using: &random), identity - 1)
                if random.chance(2) { mailbox.handle(pulse(felt, .prepare, random.chance(5) ? .failed : .began)) }
                if random.chance(30) { mailbox.handle(ControlReport(control: "haptics", kind: .leaving)) }
                if random.chance(8) { dropped += mailbox.change { $0.goOffRoute() }.compactMap(\.cue?.identity) }
                if random.chance(2) { speakIfDue() }
            }
            for _ in 0...count {
                clock.pass(0.1)
                speakIfDue()
            }
            #expect((said + dropped).sorted() == Array(1...count), "seed \(seed)")
            #expect(said == said.sorted(), "seed \(seed)")
        }
    }

    @Test func `a waiting voice thread does not count as hanging`() throws {
        let (mailbox, log) = (try VoiceMailbox(isPaced: true, pulsesFirstSeconds: 60), OutputLog())
        let dependencies = log.dependencies
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try Voice(
                mailbox: mailbox, synthesizer: SilentSynthesizer(), sink: SilentSink(), dependencies: dependencies)
        }
        defer { thread.stop() }
        _ = mailbox.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        let isStuckLater = {
            mailbox.isStuck(at: (MonotonicInstant.now.seconds * 1000) + VoiceMailbox.maxMilliseconds + 1)
        }
        #expect(eventually { !isStuckLater() }, "a waiting voice does not hang")
        #expect(log.notes.shown.isEmpty)
        mailbox.handle(pulse(1))
        #expect(log.sees { $0.reports.map(\.kind) == [.began, .ended] })
    }
}
