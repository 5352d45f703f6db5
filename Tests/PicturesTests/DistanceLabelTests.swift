import Platform
import Testing
import TestSupport

@testable import Pictures

@Suite("Distances as displays write them")
struct DistanceLabelTests {
    @Test(
        arguments: [
            (DisplayUnits.metric, 0.0, "0 m"), (.metric, 4, "5 m"), (.metric, 9, "10 m"), (.metric, 94, "90 m"),
            (.metric, 994.9, "990 m"), (.metric, 995, "1.0 km"), (.metric, 1251, "1.3 km"), (.metric, 9949, "9.9 km"),
            (.metric, 9950, "10 km"), (.metric, 118_600, "119 km"),
            (.us, 0, "0 ft"), (.us, 10, "30 ft"), (.us, 121, "400 ft"), (.us, 296, "950 ft"), (.us, 300, "0.2 mi"),
            (.us, 805, "0.5 mi"), (.us, 40_000, "25 mi"),
            (.uk, 4, "5 yd"), (.uk, 30, "30 yd"), (.uk, 366, "400 yd"), (.uk, 450, "0.3 mi"), (.uk, 16_000, "9.9 mi"),
        ])
    func `distances are rounded by the rules of their units`(_ units: DisplayUnits, _ meters: Double, _ text: String) {
        #expect(DistanceLabel(meters: meters, units: units)?.text == text)
    }

    @Test func `the decimal separator is configurable`() {
        #expect(DistanceLabel(meters: 1200, decimalSeparator: ",")?.text == "1,2 km")
        #expect(DistanceLabel(meters: 120, decimalSeparator: ",")?.text == "120 m")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.1, 1e8, 1e300]) func `an invalid distance has no label`(
        _ meters: Double
    ) {
        #expect(DistanceLabel(meters: meters) == nil)
    }

    @Test(
        arguments: DisplayUnits.allCases)
    func `on approach the number never rises, is accurate and never a thousand`(_ units: DisplayUnits)
        throws
    {
        var generator = SplitMix64.announced(for: "distances")
        let random = (0..<5000).map { _ in Double.random(in: 0...1, using: &generator) }
        let all = (random.map { $0 * 2500 } + random.map { $0 * 50_000 }).sorted()
        var last = 0.0
        for meters in all {
            let label = try #require(DistanceLabel(meters: meters, units: units))
            let number = try #require(Double(label.number))
            let unit = try #require(["m": 1, "km": 1000, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344][label.unit])
            #expect(number * unit >= last, "\(meters) m is \(label.text)")
            #expect(abs(number * unit - meters) <= max(5, 0.21 * meters), "\(meters) m is \(label.text)")
            #expect(number < 1000)
            last = number * unit
        }
    }
}
