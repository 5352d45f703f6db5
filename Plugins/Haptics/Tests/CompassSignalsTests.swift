import NavigationEvents
import Testing

@testable import Haptics

@Suite struct CompassSignalsTests {
    func compass(offset: Double = 0) -> CompassSignals {
        CompassSignals(limits: SteeringLimits(), calibration: HeadingCalibration(positionOffsetDegrees: offset))
    }

    /// The signals of a wearer who faces one direction for ten seconds, asked ten times a second.
    func tenSeconds(_ compass: inout CompassSignals, heading: Double?, bearing: Double?) -> [HapticSignal] {
        (0..<100).compactMap {
            compass.update(.make(at: Double($0) / 10, heading: heading, bearing: bearing))
        }
    }

    @Test func offCourseThereIsAPointerASecond() {
        var compass = compass()
        let signals = tenSeconds(&compass, heading: 0, bearing: 270)
        #expect((9...10).contains(signals.count))
        #expect(signals.allSatisfy { $0.words == "steer left" })
    }

    @Test func onCourseThereIsSilence() {
        var compass = compass()
        #expect(tenSeconds(&compass, heading: 350, bearing: 5).isEmpty)
    }

    @Test func theOffsetOfTheDeviceCounts() {
        var compass = compass(offset: 90)
        #expect(tenSeconds(&compass, heading: 90, bearing: 0).isEmpty)
        compass.reset()
        #expect(tenSeconds(&compass, heading: 180, bearing: 0).first?.words == "steer left")
    }

    @Test func anUnknownHeadingHasASignalOfItsOwnAndNoPointer() {
        var compass = compass()
        #expect(tenSeconds(&compass, heading: nil, bearing: 90) == [.headingUnknown])
        compass.reset()
        let vague = (0..<10).compactMap {
            compass.update(.make(at: Double($0), heading: 0, headingAccuracy: 90, bearing: 90))
        }
        #expect(vague == [.headingUnknown])
    }

    @Test func withoutATargetOrAPositionThereIsSilence() {
        var compass = compass()
        #expect(tenSeconds(&compass, heading: 0, bearing: nil).isEmpty)
        for second in 0..<10 {
            #expect(
                compass.update(.make(at: Double(second), position: .unreliable, heading: 0, bearing: 90)) == nil)
        }
    }

    @Test func theMoreThereIsToTurnTheStrongerItIs() {
        func strength(_ error: Double) -> Double {
            let signal = HapticSignal.steer(.right, errorDegrees: error, isBehind: false)
            return HapticCommand(signal, startSeconds: 0, strength: 1).pulses[0].strength
        }
        #expect(abs(strength(25) - 0.3) < 1e-9)
        #expect(strength(90) == 1)
        #expect(strength(180) == 1)
        #expect(strength(40) < strength(60))
        #expect(abs(strength(16) - 0.3) < 1e-9)
    }
}
