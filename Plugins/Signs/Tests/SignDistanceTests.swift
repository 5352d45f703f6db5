import Platform
import TestSupport
import Testing

@testable import Signs

@Suite struct SignDistanceTests {
    @Test func `the distance changes only a few times on the way to a turn`() {
        var distance = SignDistance()
        var written: [Double] = []
        for meters in stride(from: 2000.0, through: 0, by: -0.5) {
            distance.update(meters)
            if let now = distance.meters, now != written.last { written.append(now) }
        }
        #expect(written.count == 10 + 14 + 31)
        #expect(written.prefix(12) == [2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200, 1100, 1000, 950])
        #expect(written.suffix(4) == [30, 20, 10, 0])
    }

    @Test func `a varying position changes nothing`() {
        var distance = SignDistance()
        distance.update(326)
        distance.update(324)
        #expect(distance.meters == 300)
        for meters in [326.0, 340, 324, 370] {
            distance.update(meters)
            #expect(distance.meters == 300)
        }
        distance.update(420)
        #expect(distance.meters == 400, "who really goes back is believed")
    }

    @Test func `the distance on the sign is never far from the true one`() {
        var random = SplitMix64.announced(for: "distances of a sign")
        for _ in 0..<200 {
            var distance = SignDistance()
            var meters = Double.random(in: 0...20_000, using: &random)
            for _ in 0..<200 {
                meters = max(0, meters + Double.random(in: -100...60, using: &random))
                distance.update(meters)
                let error = abs((distance.meters ?? .infinity) - meters)
                #expect(error <= max(15, meters * 0.3), "\(meters)")
            }
        }
    }

    @Test(arguments: [nil, -1, Double.nan, .infinity]) func `an invalid distance is not shown`(_ meters: Double?) {
        var distance = SignDistance()
        distance.update(100)
        distance.update(meters)
        #expect(distance.meters == nil)
    }
}
