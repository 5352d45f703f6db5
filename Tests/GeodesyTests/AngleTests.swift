import Geodesy
import Glibc
import Platform
import TestSupport
import Testing

struct AngleTests {
    @Test func `the unit vector of a direction is that of sine and cosine`() {
        var random = SplitMix64.announced(for: "unit vectors")
        let main = stride(from: -720.0, through: 720, by: 45).flatMap { [$0.nextDown, $0, $0.nextUp] }
        for degrees in main + (0..<10_000).map({ _ in random.between(-2000, 2000) }) + [1e7, -1e7] {
            let vector = Angle.unitVector(degrees)
            #expect(abs(vector.x - sin(degrees * .pi / 180)) < 1e-12, "\(degrees)")
            #expect(abs(vector.y - cos(degrees * .pi / 180)) < 1e-12, "\(degrees)")
        }
    }

    @Test func `the bearing of a unit vector is its direction`() {
        for degrees in stride(from: 0.0, to: 360, by: 0.5) {
            let vector = Angle.unitVector(degrees)
            let bearing = Angle.bearing(eastMeters: vector.x, northMeters: vector.y)
            #expect(abs(Angle.signed((bearing ?? 999) - degrees)) < 1e-9)
        }
    }

    @Test func `the bearing of a displacement is its arctangent to the last digit`() {
        var random = SplitMix64.announced(for: "bearings")
        // Around the main directions, and where the series for another direction begins.
        let borders = stride(from: 0.0, to: 360, by: 11.25).flatMap { [$0 - 1e-12, $0, $0 + 1e-12] }
        for degrees in borders + (0..<20_000).map({ _ in random.between(0, 360) }) {
            for meters in [1e-6, 1, random.between(1, 1e7)] {
                let (east, north) = (meters * sin(degrees * .pi / 180), meters * cos(degrees * .pi / 180))
                let expected = atan2(east, north) * 180 / .pi
                let bearing = Angle.bearing(eastMeters: east, northMeters: north) ?? .nan
                #expect((0..<360).contains(bearing), "\(degrees)")
                #expect(abs(remainder(bearing - expected)) < 6e-14, "\(degrees)")
            }
        }
    }

    @Test func `a displacement along an axis or a diagonal has an exact bearing`() {
        let displacements = [(0.0, 1.0), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        for (index, (east, north)) in displacements.enumerated() {
            for meters in [.leastNonzeroMagnitude, 1e-150, 1e-3, 1, 1e9, 1e200] {
                let bearing = Angle.bearing(eastMeters: east * meters, northMeters: north * meters)
                #expect(bearing == 45 * Double(index), "\(east), \(north)")
            }
        }
        #expect(Angle.bearing(eastMeters: 0, northMeters: 0) == nil)
        #expect(Angle.bearing(eastMeters: -1e-20, northMeters: 1) == 0)
        #expect(Angle.bearing(eastMeters: .infinity, northMeters: 1) == 90)
        #expect(Angle.bearing(eastMeters: .nan, northMeters: 1)?.isNaN == true)
        #expect(Angle.bearing(eastMeters: 1, northMeters: .nan)?.isNaN == true)
    }

    @Test func `an infinite direction has no unit vector`() {
        #expect(Angle.unitVector(.infinity).x.isNaN)
        #expect(Angle.unitVector(.nan).y.isNaN)
    }

    @Test(arguments: UInt64(1)...20) func `an angle is the same direction in every form`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let degrees = random.between(-2000, 2000)
            #expect((0..<360).contains(Angle.normalized(degrees)))
            #expect((-180..<180).contains(Angle.signed(degrees)))
            let turn = Angle.turn(from: 20, to: degrees)
            #expect(abs(remainder(20 + turn - degrees)) < 1e-9)
        }
        #expect(Angle.normalized(-1e-20) == 0)
    }

    @Test func `the mean of 350 and 10 degrees is north, and that of north and south is unknown`() throws {
        let mean = try #require(CircularMean([350, 10]).degrees)
        #expect(abs(remainder(mean)) < 1e-9)
        #expect(CircularMean([0, 180]).degrees == nil)
    }

    private func remainder(_ degrees: Double) -> Double {
        degrees - 360 * (degrees / 360).rounded()
    }
}
