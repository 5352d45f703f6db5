import Platform
import TestSupport
import Testing

@testable import NavigationEvents

@Suite("Physical ranges")
struct PhysicalRangeTests {
    private static let extremes: [Double] = [
        .nan, .infinity, -.infinity, 1e18, -1e18, 0x1p63, -0x1p63, .greatestFiniteMagnitude, -1, -1e-9, 360, 359.999,
        -0.0, 0,
        .leastNonzeroMagnitude, 1, 90, 1e9,
    ]

    @Test func `removing impossible numbers leaves only valid ones and keeps the valid ones unchanged`() {
        var random = SplitMix64(seed: 3)
        func number() -> Double? {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: nil
            case 1: Double.random(in: 0..<180, using: &random)
            case 2: Double(bitPattern: .random(in: 0...UInt64.max, using: &random))
            default: Self.extremes.randomElement(using: &random)
            }
        }
        for _ in 0..<20_000 {
            let claimed = Fix(
                time: Timestamp(nanosecondsSinceEpoch: 0),
                position: Coordinate(latitudeDegrees: 1, longitudeDegrees: 2),
                altitudeMeters: number(), horizontalAccuracyMeters: number(), speedMetersPerSecond: number(),
                speedAccuracyMetersPerSecond: number(), courseDegrees: number(), headingDegrees: number(),
                headingAccuracyDegrees: number(), satellitesUsed: number().map { Int(clamping: $0) },
                satellitesInView: number().map { Int(clamping: $0) })
            let fix = claimed.withoutImpossibleNumbers
            #expect(fix.altitudeMeters.map(PhysicalRange.altitudeMeters.contains) ?? true)
            #expect(fix.horizontalAccuracyMeters.map { (0...PhysicalRange.maxAccuracyMeters).contains($0) } ?? true)
            #expect(fix.speedMetersPerSecond.map(PhysicalRange.speedMetersPerSecond.contains) ?? true)
            #expect(fix.speedAccuracyMetersPerSecond.map(PhysicalRange.speedMetersPerSecond.contains) ?? true)
            #expect(fix.courseDegrees.map(PhysicalRange.directionDegrees.contains) ?? true)
            #expect(fix.headingDegrees.map(PhysicalRange.directionDegrees.contains) ?? true)
            #expect(fix.headingAccuracyDegrees.map { (0...180).contains($0) } ?? true)
            #expect(fix.satellitesUsed.map(PhysicalRange.satellites.contains) ?? true)
            #expect(fix == fix.withoutImpossibleNumbers)
            if let course = claimed.courseDegrees, (0..<360).contains(course) { #expect(fix.courseDegrees == course) }
            if let speed = claimed.speedMetersPerSecond, (0...1000).contains(speed) {
                #expect(fix.speedMetersPerSecond == speed)
            }
        }
    }

    @Test func `a conversion clamps any number to the nearest valid integer`() {
        #expect(Int(clamping: Double.nan) == 0 && Int(clamping: 1e300) == .max && Int(clamping: -.infinity) == .min)
        #expect(Int(clamping: 2.9) == 2 && Int(clamping: -2.9) == -2 && Int64(clamping: 0x1p63) == .max)
        #expect(UInt64(clamping: -1.0) == 0 && UInt64(clamping: 0x1p64) == .max && UInt64(clamping: -0.5) == 0)
        #expect(Int16(clamping: 40_000.0) == .max && Int64(clamping: -0x1p63) == .min)
        #expect(Int.max.adding(clamped: 1) == .max && Int.min.adding(clamped: -1) == .min)
        #expect(UInt64.max.adding(clamped: 5) == .max && 3.adding(clamped: 4) == 7)
    }

    @Test func `differences and sums of extreme timestamps are clamped`() {
        let (first, last) = (Timestamp(nanosecondsSinceEpoch: .min), Timestamp(nanosecondsSinceEpoch: .max))
        #expect(last.seconds(since: first) > 1.8e10 && first.seconds(since: last) < -1.8e10)
        #expect(last.advanced(bySeconds: 1) == last && first.advanced(bySeconds: -1e300) == first)
        #expect(last.advanced(bySeconds: .nan) == last)
        #expect(Timestamp(nanosecondsSinceEpoch: 5).advanced(bySeconds: 1.5).nanosecondsSinceEpoch == 1_500_000_005)
    }
}
