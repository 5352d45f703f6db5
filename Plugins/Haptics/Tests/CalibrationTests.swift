import NavigationEvents
import TestSupport
import Testing

@testable import Haptics

@Suite struct CalibratorTests {
    /// What comes of a compass that points like this, ten times a second.
    func steps(seconds: Double = 70, _ heading: (Double) -> Double?) -> [Calibrator.Step] {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<Int(seconds * 10) {
            let now = Double(tick) / 10
            steps += heading(now).map { calibrator.take($0, of: "wrist", at: now) } ?? calibrator.advance(to: now)
        }
        return steps
    }

    func result(_ steps: [Calibrator.Step]) -> Calibrator.Result? {
        if case .done(let results)? = steps.last { results.first } else { nil }
    }

    func failure(_ steps: [Calibrator.Step]) -> String? {
        if case .failed(let reason)? = steps.last { reason } else { nil }
    }

    @Test func whoKeepsStillForThreeSecondsIsCalibratedAllAroundTheCircle() throws {
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

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func aHandThatTremblesAcrossNorthIsCalibrated(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps = steps { _ in Angle.normalized(Double.random(in: -9...9, using: &random)) }
        let found = try #require(result(steps), "seed \(seed)")
        #expect(abs(Angle.turn(from: 0, to: found.offsetDegrees)) < 3, "seed \(seed)")
        #expect((2...8).contains(found.spreadDegrees), "seed \(seed)")
    }

    @Test(arguments: [5.0, 10, 45, -5, -90])
    func whoTurnsIsNotCalibrated(_ degreesASecond: Double) {
        let steps = steps { $0 * degreesASecond }
        #expect(failure(steps)?.contains("never steady") == true)
        #expect(steps.dropLast().allSatisfy { if case .beat = $0 { true } else { false } })
    }

    @Test func aMagnetThatPassesBeginsTheThreeSecondsAnew() throws {
        let steps = steps { (2.0..<2.5).contains($0) ? 140 : 80 }
        #expect(abs(try #require(result(steps)).offsetDegrees - 80) < 5)
        #expect(steps.count >= 6, "not before five and a half seconds")
    }

    @Test func withoutACompassItIsSaidSoSoon() {
        let steps = steps { _ in nil }
        #expect(failure(steps)?.contains("no compass tells a heading") == true)
        #expect((9...10).contains(steps.count))
    }

    @Test func aCompassThatIsVagueIsSaidSo() {
        var calibrator = Calibrator(at: 0)
        let steps = (0...100).flatMap { calibrator.takeVague(at: Double($0) / 10) }
        #expect(failure(steps)?.contains("uncertain") == true)
    }

    @Test func aCompassThatFallsSilentIsSaidSo() {
        #expect(failure(steps { $0 < 2 ? 80 : nil })?.contains("fallen silent") == true)
    }

    @Test func aHeadingASecondIsEnough() throws {
        var calibrator = Calibrator(at: 0)
        let steps = (0...10).flatMap { calibrator.take(350, of: "positions", at: Double($0)) }
        #expect(abs(try #require(result(steps)).offsetDegrees - 350) < 0.01)
    }

    @Test func twoCompassesAreCalibratedAtOnce() {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<40 {
            steps += calibrator.take(20, of: "wrist", at: Double(tick) / 10)
            steps += calibrator.take(200, of: "head", at: Double(tick) / 10)
        }
        guard case .done(let results)? = steps.last else {
            Issue.record("not done: \(steps)")
            return
        }
        #expect(results.map(\.source).contains("wrist"))
    }
}

@Suite struct CalibrationWatchTests {
    @Test func whereNobodyBeginsThatIsSaid() {
        var watch = CalibrationWatch(mostSeconds: 70)
        watch.wait(4)
        #expect(watch.outcome == .going)
        watch.wait(5)
        guard case .nobody(let reason) = watch.outcome else {
            Issue.record("\(watch.outcome)")
            return
        }
        #expect(reason.contains("haptics"))
    }

    @Test func whatOthersReportIsNotMistaken() {
        var watch = CalibrationWatch(mostSeconds: 70)
        #expect(watch.take(ControlReport(control: "speech", kind: .began, effect: "utterance", text: "Hello")) == nil)
        _ = watch.take(
            ControlReport(control: "haptics", kind: .began, effect: "calibration", processID: 7, effectNumber: 2))
        _ = watch.take(
            ControlReport(control: "haptics", kind: .ended, effect: "calibration", processID: 7, effectNumber: 1))
        #expect(watch.outcome == .going)
        watch.wait(70)
        #expect(watch.outcome != .going)
    }
}
