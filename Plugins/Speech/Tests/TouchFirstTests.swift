import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Speech

/// What is felt and said is felt first; who feels nothing hardly waits.
@Suite struct TouchFirstTests {
    private static let most = 0.1

    /// A drive by the seconds of a clock: turns are announced, and felt or not.
    private final class Drive {
        var touch = TouchFirst(mostSeconds: TouchFirstTests.most)
        var now = 100.0
        private var count: UInt64 = 0

        init(mostSeconds: Double = TouchFirstTests.most) { touch = TouchFirst(mostSeconds: mostSeconds) }

        /// Announces the next cue; how long it waits.
        func announce(_ stage: CueStage = .now, _ subject: CueSubject = .maneuver) -> Double? {
            count += 1
            now += 10
            touch.announce(latest(stage), subject, at: now)
            return touch.secondsToWait(latest(stage), at: now)
        }

        /// How long the latest cue still waits, so many seconds after it was announced.
        func wait(_ stage: CueStage = .now, after seconds: Double = 0.02) -> Double? {
            touch.secondsToWait(latest(stage), at: now + seconds)
        }

        /// The cue announced last.
        func latest(_ stage: CueStage = .now) -> CueReference { CueReference(identity: count, stage: stage) }

        /// Something becomes of the latest cue, so many seconds after it was announced; whether the voice may go on.
        @discardableResult
        func hear(
            _ kind: ReportKind = .began, _ stage: CueStage = .now, of control: String = "haptics",
            effect: String = "pulse", after seconds: Double = 0.003
        ) -> Bool {
            touch.hear(
                ControlReport(control: control, kind: kind, effect: effect, cue: effect.isEmpty ? nil : latest(stage)),
                at: now + seconds)
        }

        /// Announces a cue that nobody makes felt; whether it waited.
        func announceInVain(_ stage: CueStage = .now, _ subject: CueSubject = .maneuver) -> Bool {
            let waits = announce(stage, subject) != nil
            #expect(wait(stage, after: TouchFirstTests.most) == nil)
            return waits
        }
    }

    @Test func `a turn waits until it is felt`() {
        let drive = Drive()
        #expect(abs((drive.announce() ?? 0) - Self.most) < 1e-9)
        #expect(!drive.hear(effect: "utterance"), "that others speak or draw is no touch")
        #expect(!drive.hear(.note))
        #expect(abs((drive.wait() ?? 0) - 0.08) < 1e-9)
        #expect(drive.hear())
        #expect(drive.wait() == nil)
        #expect(!drive.hear(.ended), "nobody waits any more")
    }

    @Test(arguments: [ReportKind.began, .ended, .cancelled, .failed])
    func `whatever becomes of the pulses ends the waiting`(_ kind: ReportKind) {
        let drive = Drive()
        _ = drive.announce()
        #expect(drive.hear(kind))
        #expect(drive.wait() == nil)
    }

    @Test func `who feels nothing waits for two turns and then no more`() {
        let drive = Drive()
        let waits = (0..<20).map { drive.announceInVain($0 % 2 == 0 ? .prepare : .now) }
        #expect(waits == [true, true] + Array(repeating: false, count: 18))
        drive.hear(after: 0.5)
        #expect(drive.announce() != nil, "a pulse was felt, so the next turn waits for its own")
    }

    @Test func `what is no turn waits only once its kind was felt`() {
        let drive = Drive()
        #expect(drive.announce(.far) == nil)
        #expect(drive.announce(.follow, .followRoad) == nil)
        #expect(drive.announce(.now, .offRoute) == nil)
        #expect(drive.announce(.prepare, .destination) == nil)
        #expect(drive.announce() != nil)
        drive.hear()
        #expect(drive.announce(.far) == nil)
        drive.hear(.began, .far)
        #expect(drive.announce(.far) != nil)
        #expect(drive.announce(.now, .offRoute) == nil)
    }

    @Test func `what is switched off is waited for no more and the rest is`() {
        let drive = Drive()
        // Turns that come are felt no more after a while, those that are made now are.
        let waits = (0..<5).map { _ in
            #expect(drive.announce(.now) != nil)
            drive.hear()
            return drive.announceInVain(.prepare)
        }
        #expect(waits == [true, true, false, false, false])
        #expect(drive.announce(.prepare) == nil)
        drive.hear(.began, .prepare)
        #expect(drive.announce(.prepare) != nil, "it was switched on again")
    }

    @Test func `a pulse that comes too late is waited for the next time all the same`() {
        let drive = Drive()
        for _ in 0..<10 {
            #expect(drive.announce() != nil)
            #expect(!drive.hear(after: 0.2))
        }
    }

    @Test func `nobody waits for who has left until it is back`() {
        let drive = Drive()
        _ = drive.announce()
        drive.hear()
        _ = drive.announce()
        #expect(!drive.hear(.leaving, of: "signs", effect: ""), "it has never made anything felt")
        #expect(drive.hear(.leaving, effect: ""), "what waits waits no more")
        #expect(drive.announce() == nil)
        drive.hear(.ready, of: "signs", effect: "")
        #expect(drive.announce() == nil)
        drive.hear(.ready, effect: "")
        #expect(drive.announce() != nil)
    }

    @Test func `who is killed is waited for twice for each kind of turn`() {
        let drive = Drive()
        _ = drive.announce()
        drive.hear()
        let waits = (0..<20).count { drive.announceInVain($0 % 2 == 0 ? .prepare : .now) }
        #expect(waits == 4)
        drive.hear(.failed, effect: "")
        drive.hear(.ready, effect: "")
        #expect(drive.announce(.prepare) != nil)
    }

    @Test func `one device of two is enough`() {
        let drive = Drive()
        _ = drive.announce()
        drive.hear()
        drive.hear(of: "seat")
        drive.hear(.leaving, effect: "")
        #expect(drive.announce() != nil)
        drive.hear(.leaving, of: "seat", effect: "")
        #expect(drive.announce() == nil)
    }

    @Test func `pulses that fail are waited for in vain`() {
        let drive = Drive()
        for _ in 0..<2 {
            #expect(drive.announce() != nil)
            #expect(drive.hear(.failed))
        }
        #expect(drive.announce() == nil)
    }

    @Test func `switched off it waits for nothing`() {
        let drive = Drive(mostSeconds: 0)
        for _ in 0..<5 {
            #expect(drive.announce() == nil)
            #expect(!drive.hear())
        }
    }

    @Test func `whatever is reported nothing waits longer than the bound`() {
        let subjects: [CueSubject] = [.maneuver, .maneuver, .maneuver, .destination, .followRoad, .offRoute]
        let kinds: [ReportKind] = [.began, .began, .ended, .cancelled, .failed, .paused, .ready, .leaving, .note]
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var touch = TouchFirst(mostSeconds: Self.most)
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
                    _ = touch.hear(
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
