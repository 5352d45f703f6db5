import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// Announcements wait in the queue for their pulses, and none is lost.
@Suite struct VoiceTouchTests {
    /// A clock under the control of the test.
    private final class Clock: Sendable {
        private let state = Mutex(100.0)
        var now: Double { state.withLock { $0 } }
        func pass(_ seconds: Double) { state.withLock { $0 += seconds } }
    }

    private let clock = Clock()

    private func desk(isPaced: Bool = true, pulsesFirstSeconds: Double = 0.1) throws -> VoiceDesk {
        let clock = clock
        return try VoiceDesk(isPaced: isPaced, pulsesFirstSeconds: pulsesFirstSeconds) { clock.now }
    }

    private func pulse(_ identity: UInt64, _ stage: CueStage = .now, _ kind: ReportKind = .began) -> ControlReport {
        ControlReport(
            control: "haptics", kind: kind, effect: "pulse", cue: CueReference(identity: identity, stage: stage))
    }

    /// Returns the next task of the voice as a text.
    private func next(_ desk: VoiceDesk) -> String {
        switch desk.next() {
        case .speak(let utterance): utterance.text
        case .tell: "tell"
        case .rest: "rest"
        case .waitForTouch(let milliseconds): "wait \(milliseconds)"
        case .leave: "leave"
        }
    }

    @Test func `an announcement begins with its pulse, or at the maximum wait without one`() throws {
        let desk = try desk()
        #expect(desk.announce(.make("left", identity: 1), about: .maneuver, at: .noon).isEmpty)
        #expect(next(desk) == "wait 100")
        clock.pass(0.03)
        #expect(next(desk) == "wait 70")
        desk.hear(pulse(7))
        #expect(next(desk) == "wait 70", "that was another one")
        desk.hear(pulse(1))
        #expect(next(desk) == "left")
        _ = desk.finish(isComplete: true)
        _ = desk.announce(.make("right", identity: 2), about: .maneuver, at: .noon)
        #expect(next(desk) == "wait 100")
        clock.pass(0.1)
        #expect(next(desk) == "right")
    }

    @Test func `nothing waits if speaking takes no time`() throws {
        let desk = try desk(isPaced: false)
        for identity in 1...3 as ClosedRange<UInt64> {
            _ = desk.announce(.make("left", identity: identity), about: .maneuver, at: .noon)
            #expect(next(desk) == "left")
            _ = desk.finish(isComplete: true)
        }
    }

    @Test func `waiting for another sentence does not extend the wait for the pulse`() throws {
        let desk = try desk()
        _ = desk.change { $0.add(.make("long", identity: 1, stage: .prepare), at: .noon) }
        #expect(next(desk) == "long")
        _ = desk.announce(.make("next", identity: 2, stage: .prepare), about: .maneuver, at: .noon)
        clock.pass(3)
        _ = desk.finish(isComplete: true)
        #expect(next(desk) == "next")
    }

    @Test func `texts of people never wait for pulses`() throws {
        let desk = try desk()
        _ = desk.change { $0.add(.spoken("hello"), at: .noon) }
        #expect(next(desk) == "hello")
        _ = desk.finish(isComplete: true)
        _ = desk.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        _ = desk.change { $0.add(.spoken("again"), at: .noon) }
        #expect(next(desk) == "wait 100", "guidance goes first, and shortly")
        // The same cue is requested again at the same moment.
        _ = desk.change { $0.add(.make("left, I said", identity: 1), at: .noon) }
        #expect(next(desk) == "left, I said")
    }

    @Test func `a now interrupts at once and waits for its pulse`() throws {
        let desk = try desk()
        _ = desk.change { $0.add(.make("in 300 meters", identity: 1, stage: .prepare), at: .noon) }
        #expect(next(desk) == "in 300 meters")
        _ = desk.announce(.make("now", identity: 2), about: .maneuver, at: .noon)
        #expect(desk.demand == .endNow)
        #expect(desk.finish(isComplete: false) == .cut(.interrupted))
        #expect(next(desk) == "wait 100")
        desk.hear(pulse(2))
        #expect(next(desk) == "now")
    }

    @Test func `a more urgent announcement overtakes a waiting one`() throws {
        let desk = try desk()
        _ = desk.announce(.make("prepare", identity: 1, stage: .prepare), about: .maneuver, at: .noon)
        #expect(next(desk) == "wait 100")
        clock.pass(0.05)
        _ = desk.announce(.make("now", identity: 2), about: .maneuver, at: .noon)
        #expect(next(desk) == "wait 100")
        desk.hear(pulse(2))
        #expect(next(desk) == "now")
        clock.pass(0.05)
        _ = desk.finish(isComplete: true)
        #expect(next(desk) == "prepare")
    }

    @Test func `an announcement dropped while it waits is reported and not spoken`() throws {
        let desk = try desk()
        func announce(_ identity: UInt64) {
            _ = desk.announce(.make("left", identity: identity), about: .maneuver, at: .noon)
            #expect(next(desk).hasPrefix("wait"))
        }
        func drops(_ body: (inout UtteranceQueue) -> [UtteranceQueue.Dropped]) -> Bool {
            let notices = desk.change(body)
            #expect(next(desk) == "rest")
            return notices.map(\.kind) == [.cancelled]
        }
        announce(1)
        desk.hear(pulse(1))
        #expect(next(desk) == "left")
        _ = desk.finish(isComplete: true)
        announce(2)
        #expect(drops { $0.leaveRoute() })
        announce(3)
        #expect(drops { $0.stopNavigation() })
        announce(4)
        #expect(drops { $0.advance(to: .noon.later(seconds: 60)) })
        announce(5)
        #expect(drops { $0.mute(true) })
        _ = desk.change { $0.mute(false) }
        announce(6)
        desk.hear(ControlReport(control: "haptics", kind: .leaving))
        #expect(next(desk) == "left")
    }

    @Test func `at the end of the control the arrival does not wait`() throws {
        let desk = try desk()
        _ = desk.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        desk.hear(pulse(1))
        #expect(next(desk) == "left")
        _ = desk.finish(isComplete: true)
        desk.hear(pulse(2))
        _ = desk.announce(.make("there", identity: 2, subject: .destination), about: .maneuver, at: .noon)
        #expect(next(desk) == "wait 100")
        _ = desk.change { $0.leave() }
        desk.leave()
        #expect(next(desk) == "there")
        _ = desk.finish(isComplete: true)
        #expect(next(desk) == "leave")
    }

    @Test func `no book begins while an announcement waits`() throws {
        let desk = try desk()
        let asked = Mutex(0)
        desk.setSource {
            asked.withLock { $0 += 1 }
            return nil
        }
        _ = desk.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        #expect(next(desk) == "wait 100")
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func `every announcement is spoken or dropped once, and equals keep their order`() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let desk = try desk()
            var (said, dropped): ([UInt64], [UInt64]) = ([], [])
            var isSpeaking = false
            func speakIfDue() {
                if isSpeaking { _ = desk.finish(isComplete: true) }
                isSpeaking = false
                if case .speak(let utterance) = desk.next(), let cue = utterance.cue {
                    said.append(cue.identity)
                    isSpeaking = true
                }
            }
            let count: UInt64 = 40
            for identity in 1...count {
                clock.pass(.random(in: 0...0.2, using: &random))
                let utterance = Utterance.make("\(identity)", identity: identity, stage: .prepare, validForSeconds: 1e6)
                dropped += desk.announce(utterance, about: .maneuver, at: .noon).compactMap(\.cue?.identity)
                if random.chance(3) { speakIfDue() }
                let felt = identity - min(.random(in: 0...2, using: &random), identity - 1)
                if random.chance(2) { desk.hear(pulse(felt, .prepare, random.chance(5) ? .failed : .began)) }
                if random.chance(30) { desk.hear(ControlReport(control: "haptics", kind: .leaving)) }
                if random.chance(8) { dropped += desk.change { $0.leaveRoute() }.compactMap(\.cue?.identity) }
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
        let (desk, witness) = (try VoiceDesk(isPaced: true, pulsesFirstSeconds: 60), Witness())
        let surroundings = witness.surroundings
        let thread = try VoiceThread(desk: desk) { () throws(SpeechError) in
            try Voice(
                desk: desk, synthesizer: SilentSynthesizer(), sink: SilentSink(), surroundings: surroundings)
        }
        defer { thread.stop() }
        _ = desk.announce(.make("left", identity: 1), about: .maneuver, at: .noon)
        let isStuckLater = { desk.isStuck(at: (MonotonicInstant.now.seconds * 1000) + VoiceDesk.mostMilliseconds + 1) }
        #expect(eventually { !isStuckLater() }, "a waiting voice does not hang")
        #expect(witness.notes.shown.isEmpty)
        desk.hear(pulse(1))
        #expect(witness.sees { $0.reports.map(\.kind) == [.began, .ended] })
    }

    @Test func `only announcements of the control wait`() throws {
        let witness = Witness()
        var control = try SpeechControl(
            ControlContext(
                settings: Settings([
                    "output": .text("none"), "languages": .text(Checkout.languages.path),
                    "pulsesFirstSeconds": .number(1),
                ]), reporter: witness.reporter))
        control.desk.setPaced(true)
        let desk = control.desk
        control.onNavigation(.make(.turnLeft, identity: 1), fix: .make())
        #expect(next(desk).hasPrefix("wait"))
        control.onReport(pulse(1))
        #expect(next(desk) == "now turn left")
        _ = desk.finish(isComplete: true)
        control.onCommand(ControlCommand(action: .repeatAnnouncement))
        #expect(next(desk) == "now turn left")
        _ = desk.finish(isComplete: true)
        control.onCommand(ControlCommand(action: .say(SpokenText(text: "hello"))))
        #expect(next(desk) == "hello")
    }
}
