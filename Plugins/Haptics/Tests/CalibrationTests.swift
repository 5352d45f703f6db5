import Geodesy
import NavigationEvents
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Haptics

@Suite struct CalibratorTests {
    /// The actions for a compass with these headings, ten times a second.
    func steps(seconds: Double = 70, _ heading: (Double) -> Double?) -> [Calibrator.Step] {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<Int(seconds * 10) {
            let now = Double(tick) / 10
            steps += heading(now).map { calibrator.handle($0, of: "wrist", at: now) } ?? calibrator.advance(to: now)
        }
        return steps
    }

    func result(_ steps: [Calibrator.Step]) -> Calibrator.Result? {
        if case .done(let results)? = steps.last { results.first } else { nil }
    }

    func failure(_ steps: [Calibrator.Step]) -> String? {
        if case .failed(let reason)? = steps.last { reason } else { nil }
    }

    @Test func `a steady heading for three seconds is a calibration, in every direction`() throws {
        for degrees in stride(from: 0.0, to: 360, by: 5) {
            let steps = steps { _ in degrees }
            let found = try #require(result(steps))
            #expect(abs(Angle.turn(from: degrees, to: found.offsetDegrees)) < 0.01)
            #expect((3...5).contains(steps.count), "a beat a second, and the end")
            let facing = HeadingCalibration(positionOffsetDegrees: found.offsetDegrees).trueHeading(
                deviceHeading: degrees + 90)
            #expect(abs(facing - 90) < 0.01, "then a quarter turn is east")
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `a trembling hand across north is calibrated`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let steps = steps { _ in Angle.normalized(Double.random(in: -9...9, using: &random)) }
        let found = try #require(result(steps), "seed \(seed)")
        #expect(abs(Angle.turn(from: 0, to: found.offsetDegrees)) < 3, "seed \(seed)")
        #expect((2...8).contains(found.spreadDegrees), "seed \(seed)")
    }

    @Test(arguments: [5.0, 10, 45, -5, -90]) func `a turning wearer is not calibrated`(_ degreesASecond: Double) {
        let steps = steps { $0 * degreesASecond }
        #expect(failure(steps)?.contains("never steady") == true)
        #expect(steps.dropLast().allSatisfy { if case .progress = $0 { true } else { false } })
    }

    @Test func `a passing magnet restarts the three seconds`() throws {
        let steps = steps { (2.0..<2.5).contains($0) ? 140 : 80 }
        #expect(abs(try #require(result(steps)).offsetDegrees - 80) < 5)
        #expect(steps.count >= 6, "not before five and a half seconds")
    }

    @Test func `without a compass the calibration fails soon`() {
        let steps = steps { _ in nil }
        #expect(failure(steps)?.contains("no compass sends headings") == true)
        #expect((9...10).contains(steps.count))
    }

    @Test func `an inaccurate compass fails with this reason`() {
        var calibrator = Calibrator(at: 0)
        let steps = (0...100).flatMap { calibrator.handleInaccurateHeading(at: Double($0) / 10) }
        #expect(failure(steps)?.contains("uncertain") == true)
    }

    @Test func `a compass that falls silent fails with this reason`() {
        #expect(failure(steps { $0 < 2 ? 80 : nil })?.contains("fallen silent") == true)
    }

    @Test func `one heading a second is enough`() throws {
        var calibrator = Calibrator(at: 0)
        let steps = (0...10).flatMap { calibrator.handle(350, of: "positions", at: Double($0)) }
        #expect(abs(try #require(result(steps)).offsetDegrees - 350) < 0.01)
    }

    /// The results of two compasses: the wrist ten times a second, and the head at the given interval.
    func sources(_ wanted: String, headEvery: Int, head: (Int) -> Double = { _ in 200 }) -> [Calibrator.Result]? {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<700 where !calibrator.isOver {
            let now = Double(tick) / 10
            if tick % headEvery == 5 % headEvery {
                steps += calibrator.handle(head(tick), of: "head", wanted: wanted, at: now)
            }
            steps += calibrator.handle(20, of: "wrist", wanted: wanted, at: now)
        }
        if case .done(let results)? = steps.last { return results }
        return nil
    }

    @Test(arguments: ["wrist", "head"], [1, 10]) func `two compasses are calibrated together, in any order`(
        _ wanted: String, headEvery: Int
    ) throws {
        let results = try #require(sources(wanted, headEvery: headEvery))
        #expect(results.map(\.source) == ["head", "wrist"])
        #expect(results.map { $0.offsetDegrees.rounded() } == [200, 20])
    }

    @Test func `the compass in use is required, and others are not waited for long`() throws {
        #expect(sources("head", headEvery: 1) { Double($0 % 36) * 10 } == nil, "the compass in use is never steady")
        let alone = try #require(sources("wrist", headEvery: 1) { Double($0 % 36) * 10 })
        #expect(alone.map(\.source) == ["wrist"])
    }

    @Test func `a calibration while walking fails with the advice to stand still`() throws {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<120 where !calibrator.isOver {
            let now = Double(tick) / 10
            if tick % 10 == 0 { steps += calibrator.handle(isMoving: true, at: now) }
            steps += calibrator.handle(90, of: "wrist", at: now)
        }
        #expect(failure(steps)?.contains("stand still") == true)
        #expect((9...10).contains(steps.count), "after eight seconds")
        #expect(steps.dropFirst().first == .progress("you are moving: stand still"))
    }

    @Test(arguments: [true, false])
    func `the calibration finishes three seconds after the wearer stops`(_ isSaid: Bool) throws {
        var calibrator = Calibrator(at: 0)
        var done: Double?
        for tick in 0..<200 where !calibrator.isOver {
            let now = Double(tick) / 10
            if tick % 10 == 0, isSaid || tick < 50 { _ = calibrator.handle(isMoving: tick < 50, at: now) }
            if case .done? = calibrator.handle(90, of: "wrist", at: now).last { done = now }
        }
        let seconds = try #require(done)
        #expect(isSaid ? (7.9...8.2).contains(seconds) : (12...12.3).contains(seconds))
    }

    @Test func `a perfectly steady heading has a spread of zero`() throws {
        let spread = try #require(result(steps { _ in 90 })).spreadDegrees
        #expect(spread < 0.01 && spread.sign == .plus)
    }
}

@Suite struct CalibrationRunTests {
    /// A clock that is set by the test.
    final class Hand: Sendable {
        private let state = Mutex(0.0)
        var seconds: Double {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test func `without positions a calibration continues by the clock of the process`() throws {
        let hand = Hand()
        var run = CalibrationRun(number: 1, driveSeconds: 100) { hand.seconds }
        var steps: [Calibrator.Step] = []
        for tick in 0..<140 {
            hand.seconds = Double(tick) / 10
            // The time of the drive stops two seconds after the last position; the wearer turns for six seconds.
            let time = Timestamp.second(min(Double(tick) / 10, 2))
            steps += run.handle(
                tick < 60 ? Double(tick) * 5 : 90, isClear: true, of: "wrist", wanted: "wrist", at: time)
            if tick == 50 { #expect(run.fallSilent().isEmpty) }
            if case .done? = steps.last { break }
        }
        guard case .done? = steps.last else {
            Issue.record("\(steps)")
            return
        }
        #expect((110...113).contains(run.endSeconds))
    }

    @Test func `silence of the compass, too, ends the calibration`() {
        let hand = Hand()
        var run = CalibrationRun(number: 1) { hand.seconds }
        _ = run.handle(90, isClear: true, of: "wrist", wanted: "wrist", at: .second(0))
        hand.seconds = 1
        #expect(run.fallSilent().isEmpty)
        hand.seconds = 5
        guard case .failed? = run.fallSilent().last else {
            Issue.record("the calibration continues")
            return
        }
    }
}

@Suite struct CalibrationWatchTests {
    @Test func `without a control that begins, the command fails`() {
        var watch = CalibrationWatch(maxSeconds: 70)
        watch.wait(4)
        #expect(watch.outcome == .running)
        watch.wait(5)
        guard case .notStarted(let reason) = watch.outcome else {
            Issue.record("\(watch.outcome)")
            return
        }
        #expect(reason.contains("haptics"))
    }

    @Test func `reports of other controls and calibrations are ignored`() {
        var watch = CalibrationWatch(maxSeconds: 70)
        #expect(watch.handle(ControlReport(control: "speech", kind: .began, effect: "utterance", text: "Hello")) == nil)
        _ = watch.handle(
            ControlReport(control: "haptics", kind: .began, effect: "calibration", processID: 7, effectNumber: 2))
        _ = watch.handle(
            ControlReport(control: "haptics", kind: .ended, effect: "calibration", processID: 7, effectNumber: 1))
        #expect(watch.outcome == .running)
        watch.wait(70)
        #expect(watch.outcome != .running)
    }
}
