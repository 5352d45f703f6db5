import Geodesy
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Haptics

@Suite struct OffsetTests {
    /// Walks on with a compass that has an offset, and learns.
    func walk(
        _ offsets: inout Offsets, from begin: Int, seconds: Int, offset: Double, speed: Double = 1.3,
        course: (Int) -> Double = { _ in 40 }, tremor: Double = 0, seed: UInt64 = 1
    ) {
        var random = SplitMix64(seed: seed)
        for second in begin..<begin + seconds {
            let way = course(second)
            var fix = Fix.make(at: Double(second))
            (fix.courseDegrees, fix.speedMetersPerSecond) = (Angle.normalized(way), speed)
            let noise = tremor > 0 ? Double.random(in: -tremor...tremor, using: &random) : 0
            offsets.learn("wrist", device: Angle.normalized(way + offset + noise), fix: fix, since: .second(0))
        }
    }

    func error(_ offsets: Offsets, _ truth: Double) -> Double {
        offsets.calibration(of: "wrist").map { abs(Angle.turn(from: truth, to: $0.positionOffsetDegrees)) } ?? .infinity
    }

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 30)))
    func `the offset is learned while walking straight on`(_ truth: Double) {
        var offsets = Offsets()
        walk(&offsets, from: 0, seconds: 60, offset: truth, tremor: 15)
        #expect(error(offsets, truth) < 5)
        let kept = offsets.takeLearned(at: .second(60))
        #expect(kept["wrist"]?.origin == .learned)
        #expect(error(offsets, truth) < 5)
    }

    @Test func `nothing is learned at low speed or in turns`() {
        var offsets = Offsets()
        walk(&offsets, from: 0, seconds: 60, offset: 90, speed: 0.9)
        walk(&offsets, from: 100, seconds: 60, offset: 90, course: { Double($0) * 25 })
        walk(&offsets, from: 200, seconds: 4, offset: 90)
        #expect(!offsets.isKnown("wrist"))
        #expect(offsets.takeLearned(at: .second(300)).isEmpty)
    }

    @Test func `a known offset is corrected slowly`() {
        let old = StoredOffset(degrees: 80, spreadDegrees: 1, origin: .facingNorth, time: .second(-10 * 86_400))
        var offsets = Offsets(stored: ["wrist": old])
        walk(&offsets, from: 0, seconds: 15, offset: 100)
        #expect((12...18).contains(error(offsets, 100)))
        walk(&offsets, from: 15, seconds: 400, offset: 100)
        #expect(error(offsets, 100) < 3)
        #expect(offsets.disagreement(of: "wrist") == nil)
        #expect(offsets.takeLearned(at: .second(500)).isEmpty, "what was found facing north stays")
    }

    @Test func `a passenger who sits sideways does not lose the calibration`() {
        let old = StoredOffset(degrees: 0, spreadDegrees: 1, origin: .facingNorth, time: .second(-10 * 86_400))
        var offsets = Offsets(stored: ["wrist": old])
        walk(&offsets, from: 0, seconds: 900, offset: 90, speed: 12)
        #expect(error(offsets, 0) == 0 && offsets.disagreement(of: "wrist") == nil, "faster than walking")
        walk(&offsets, from: 1000, seconds: 900, offset: 90, speed: 1.3)
        #expect(abs(error(offsets, 0) - 30) < 0.01, "nor does a strap slip so far")
        #expect((offsets.disagreement(of: "wrist") ?? 0) > 80)
        #expect(offsets.takeLearned(at: .second(2000)).isEmpty)
    }

    @Test func `a learned offset is replaced by learning`() {
        let old = StoredOffset(degrees: 0, spreadDegrees: 1, origin: .learned, time: .second(-3600))
        var offsets = Offsets(stored: ["wrist": old])
        walk(&offsets, from: 0, seconds: 600, offset: 90)
        #expect(error(offsets, 90) < 10)
        #expect(offsets.takeLearned(at: .second(600))["wrist"]?.origin == .learned)
    }

    @Test func `the speed limit of learning depends on the travel mode`() {
        for (mode, isLearned) in [(TravelMode.foot, false), (.bicycle, true), (.car, true), (.unknown, false)] {
            var offsets = Offsets()
            offsets.maxSpeedMetersPerSecond = Offsets.maxSpeedMetersPerSecond(mode)
            walk(&offsets, from: 0, seconds: 60, offset: 90, speed: 6)
            #expect(offsets.isKnown("wrist") == isLearned, "\(mode)")
        }
    }

    @Test func `an unknown offset is not learned in a few seconds`() {
        var offsets = Offsets()
        walk(&offsets, from: 0, seconds: 11, offset: 90, speed: 1.1)
        #expect(offsets.calibration(of: "wrist") == nil && !offsets.isKnown("wrist"))
        walk(&offsets, from: 11, seconds: 25, offset: 90)
        #expect(error(offsets, 90) < 1)
    }

    @Test func `a fresh calibration is corrected little and stays stored`() {
        let fresh = StoredOffset(degrees: 355, spreadDegrees: 1, origin: .facingNorth, time: .second(-3600))
        var offsets = Offsets(stored: ["wrist": fresh])
        walk(&offsets, from: 0, seconds: 900, offset: 90)
        #expect(abs(error(offsets, 5)) < 0.01, "ten degrees, across north")
        #expect((offsets.disagreement(of: "wrist") ?? 0) > 80)
        #expect(offsets.takeLearned(at: .second(900)).isEmpty)
        #expect(error(offsets, 5) < 10.1)
    }

    @Test func `learning can be switched off`() {
        var offsets = Offsets(learns: false)
        walk(&offsets, from: 0, seconds: 600, offset: 90)
        #expect(!offsets.isKnown("wrist"))
    }
}
