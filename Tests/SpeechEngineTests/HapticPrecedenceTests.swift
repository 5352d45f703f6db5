import NavigationEvents
import Platform
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

/// Haptics precede speech; without haptics speech hardly waits.
@Suite struct HapticPrecedenceTests {
    private static let most = 0.1

    /// A drive with a simulated clock: turns are announced, with or without pulses.
    private final class Drive {
        var touch = HapticPrecedence(maxSeconds: HapticPrecedenceTests.most)
        var now = 100.0
        private var count: UInt64 = 0

        init(maxSeconds: Double = HapticPrecedenceTests.most) { touch = HapticPrecedence(maxSeconds: maxSeconds) }

        /// Announces the next cue and returns its wait in seconds.
        func announce(_ stage: CueStage = .now, _ subject: CueSubject = .maneuver) -> Double? {
            count += 1
            now += 10
            touch.announce(latest(stage), subject, at: now)
            return touch.secondsToWait(latest(stage), at: now)
        }

        /// Returns the seconds that the latest cue still waits, `seconds` after its announcement.
        func wait(_ stage: CueStage = .now, after seconds: Double = 0.02) -> Double? {
            touch.secondsToWait(latest(stage), at: now + seconds)
        }

        /// Returns the latest announced cue.
        func latest(_ stage: CueStage = .now) -> CueReference { CueReference(identity: count, stage: stage) }

        /// Reports the pulse of the latest cue, `seconds` after its announcement; returns whether a wait ended.
        @discardableResult
        func handle(
            _ kind: ReportKind = .began, _ stage: CueStage = .now, of control: String = "haptics",
            effect: String = "pulse", after seconds: Double = 0.003
        ) -> Bool {
            touch.handle(
                ControlReport(control: control, kind: kind, effect: effect, cue: effect.isEmpty ? nil : latest(stage)),
                at: now + seconds)
        }

        /// Announces a cue without a pulse and returns whether it waited.
        func announceInVain(_ stage: CueStage = .now, _ subject: CueSubject = .maneuver) -> Bool {
            let waits = announce(stage, subject) != nil
            #expect(wait(stage, after: HapticPrecedenceTests.most) == nil)
            return waits
        }
    }

    @Test func `a turn waits for its pulse`() {
        let drive = Drive()
        #expect(abs((drive.announce() ?? 0) - Self.most) < 1e-9)
        #expect(!drive.handle(effect: "utterance"), "that others speak or draw is no touch")
        #expect(!drive.handle(.note))
        #expect(abs((drive.wait() ?? 0) - 0.08) < 1e-9)
        #expect(drive.handle())
        #expect(drive.wait() == nil)
        #expect(!drive.handle(.ended), "no cue waits any more")
    }

    @Test(arguments: [ReportKind.began, .ended, .cancelled, .failed])
    func `any report of the pulse ends the wait`(_ kind: ReportKind) {
        let drive = Drive()
        _ = drive.announce()
        #expect(drive.handle(kind))
        #expect(drive.wait() == nil)
    }

    @Test func `without pulses only two turns wait`() {
        let drive = Drive()
        let waits = (0..<20).map { drive.announceInVain($0 % 2 == 0 ? .prepare : .now) }
        #expect(waits == [true, true] + Array(repeating: false, count: 18))
        drive.handle(after: 0.5)
        #expect(drive.announce() != nil, "a pulse was felt, so the next turn waits for its own")
    }

    @Test func `a cue other than a turn waits only after a pulse of its kind`() {
        let drive = Drive()
        #expect(drive.announce(.far) == nil)
        #expect(drive.announce(.follow, .followRoad) == nil)
        #expect(drive.announce(.now, .offRoute) == nil)
        #expect(drive.announce(.prepare, .destination) == nil)
        #expect(drive.announce() != nil)
        drive.handle()
        #expect(drive.announce(.far) == nil)
        drive.handle(.began, .far)
        #expect(drive.announce(.far) != nil)
        #expect(drive.announce(.now, .offRoute) == nil)
    }

    @Test func `a kind without pulses stops waiting, and the others continue`() {
        let drive = Drive()
        // The pulses of the stage `prepare` stop after a while, those of `now` continue.
        let waits = (0..<5).map { _ in
            #expect(drive.announce(.now) != nil)
            drive.handle()
            return drive.announceInVain(.prepare)
        }
        #expect(waits == [true, true, false, false, false])
        #expect(drive.announce(.prepare) == nil)
        drive.handle(.began, .prepare)
        #expect(drive.announce(.prepare) != nil, "it was switched on again")
    }

    @Test func `a late pulse does not end the waiting of later cues`() {
        let drive = Drive()
        for _ in 0..<10 {
            #expect(drive.announce() != nil)
            #expect(!drive.handle(after: 0.2))
        }
    }

    @Test func `no cue waits after a haptic control left until it returns`() {
        let drive = Drive()
        _ = drive.announce()
        drive.handle()
        _ = drive.announce()
        #expect(!drive.handle(.leaving, of: "signs", effect: ""), "it has never made anything felt")
        #expect(drive.handle(.leaving, effect: ""), "what waits waits no more")
        #expect(drive.announce() == nil)
        drive.handle(.ready, of: "signs", effect: "")
        #expect(drive.announce() == nil)
        drive.handle(.ready, effect: "")
        #expect(drive.announce() != nil)
    }

    @Test func `after a haptic control is killed, two turns of each kind wait`() {
        let drive = Drive()
        _ = drive.announce()
        drive.handle()
        let waits = (0..<20).count { drive.announceInVain($0 % 2 == 0 ? .prepare : .now) }
        #expect(waits == 4)
        drive.handle(.failed, effect: "")
        drive.handle(.ready, effect: "")
        #expect(drive.announce(.prepare) != nil)
    }

    @Test func `one haptic device of two is enough`() {
        let drive = Drive()
        _ = drive.announce()
        drive.handle()
        drive.handle(of: "seat")
        drive.handle(.leaving, effect: "")
        #expect(drive.announce() != nil)
        drive.handle(.leaving, of: "seat", effect: "")
        #expect(drive.announce() == nil)
    }

    @Test func `failed pulses count as missing`() {
        let drive = Drive()
        for _ in 0..<2 {
            #expect(drive.announce() != nil)
            #expect(drive.handle(.failed))
        }
        #expect(drive.announce() == nil)
    }

    @Test func `a maximum wait of zero disables waiting`() {
        let drive = Drive(maxSeconds: 0)
        for _ in 0..<5 {
            #expect(drive.announce() == nil)
            #expect(!drive.handle())
        }
    }

    @Test func `no cue waits longer than the maximum, whatever is reported`() {
        let subjects: [CueSubject] = [.maneuver, .maneuver, .maneuver, .destination, .followRoad, .offRoute]
        let kinds: [ReportKind] = [.began, .began, .ended, .cancelled, .failed, .paused, .ready, .leaving, .note]
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var touch = HapticPrecedence(maxSeconds: Self.most)
            var now = 0.0
            var announced: [CueReference: Double] = [:]
            for _ in 0..<300 {
                now += Double.random(in: 0...0.15, using: &random)
                let cue = CueReference(
                    identity: .random(in: 1...6, using: &random),
                    stage: [.far, .prepare, .now].randomElement(using: &random) ?? .now)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    touch.announce(cue, subjects.randomElement(using: &random) ?? .maneuver, at: now)
                    announced[cue] = now
                case 1:
                    let isAboutItself = Bool.random(using: &random)
                    _ = touch.handle(
                        ControlReport(
                            control: Bool.random(using: &random) ? "haptics" : "seat",
                            kind: kinds.randomElement(using: &random) ?? .began, effect: isAboutItself ? "" : "pulse",
                            cue: isAboutItself ? nil : cue), at: now)
                default: break
                }
                for (cue, began) in announced {
                    guard let wait = touch.secondsToWait(cue, at: now) else { continue }
                    #expect(wait > 0 && now + wait <= began + Self.most + 1e-9, "seed \(seed)")
                }
            }
        }
    }
}
