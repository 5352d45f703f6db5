import Geodesy
import Platform
import TestSupport
import Testing

@testable import Haptics

@Suite struct HeadingCalibrationTests {
    @Test(arguments: [(135.0, 90.0, 45.0), (10, 90, 280), (0, 0, 0), (90, 90, 0), (0, 360, 0), (350, -20, 10)])
    func `the true heading is that of the device minus the offset`(
        _ device: Double, _ offset: Double, _ heading: Double
    ) {
        #expect(HeadingCalibration(positionOffsetDegrees: offset).trueHeading(deviceHeading: device) == heading)
    }

    @Test func `the heading while facing north is the offset`() {
        for device in stride(from: 0.0, to: 360, by: 1) {
            let calibration = HeadingCalibration(positionOffsetDegrees: device)
            #expect(calibration.positionOffsetDegrees == device)
            #expect(calibration.trueHeading(deviceHeading: device) == 0)
        }
    }

    @Test func `directions stay within 0 to 360 degrees`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<10_000 {
            let (one, two) = (
                Double.random(in: -1e4...1e4, using: &random), Double.random(in: -1e4...1e4, using: &random)
            )
            #expect((0..<360).contains(Angle.normalized(one)))
            let turn = Angle.turn(from: one, to: two)
            #expect((-180..<180).contains(turn))
            #expect(abs(Angle.turn(from: one + turn, to: two)) < 1e-6)
        }
        #expect(Angle.normalized(-1e-20) == 0)
    }
}
