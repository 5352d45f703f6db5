import Glibc
import NavigationEvents
import Platform
import Positions
import TestSupport
import Testing

@Suite("The position filter")
struct PositionFilterTests {
    // MARK: - Rejection

    @Test func `the first fix is returned unchanged`() {
        var filter = PositionFilter()
        let fix = FilterTrack().fix(0)
        #expect(filter.accept(fix) == .accepted(fix))
    }

    @Test func `an invalid position is rejected with the reason`() {
        let track = FilterTrack()
        func verdict(_ change: (inout Fix) -> Void) -> FixRejection? {
            var filter = PositionFilter()
            for second in 0..<5 { _ = filter.accept(track.fix(Double(second))) }
            var fix = track.fix(5)
            change(&fix)
            if case .rejected(let reason) = filter.accept(fix) { return reason }
            return nil
        }
        #expect(verdict { _ in } == nil)
        #expect(verdict { $0.position.latitudeDegrees = .nan } == .notFinite)
        #expect(verdict { $0.position.longitudeDegrees = .infinity } == .notFinite)
        #expect(verdict { $0.position.latitudeDegrees = 91 } == .outOfRange)
        #expect(verdict { $0.position.longitudeDegrees = -181 } == .outOfRange)
        #expect(
            verdict { $0.position = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0) } == .nullIsland)
        #expect(verdict { $0.time = track.fix(4).time } == .sameTime)
        #expect(verdict { $0.time = track.fix(2).time } == .oldTime)
        #expect(verdict { $0.horizontalAccuracyMeters = 9999 } == .inexact)
        #expect(verdict { $0.position.latitudeDegrees += 0.005 } == .outlier)
        #expect(verdict { $0.position = track.fix(4).position } == .repeated)
        #expect(FixRejection.allCases.allSatisfy { !$0.description.isEmpty })
    }

    @Test(
        arguments: [-1.0, .nan, .infinity, 1e9])
    func `invalid speeds, courses and accuracies count as missing`(value: Double) {
        var filter = PositionFilter()
        for second in 0..<30 {
            var fix = FilterTrack().fix(Double(second))
            fix.speedMetersPerSecond = value
            fix.courseDegrees = value
            if value < 0 || value.isNaN { fix.horizontalAccuracyMeters = value }
            guard case .accepted(let smoothed) = filter.accept(fix) else {
                Issue.record("second \(second) was rejected")
                return
            }
            #expect(smoothed.smoothedPosition.isValid)
            #expect(FilterTrack().meters(smoothed.smoothedPosition, Double(second)) < 8)
        }
    }

    @Test func `single outliers are rejected and the movement continues`() {
        var filter = PositionFilter()
        let track = FilterTrack()
        for second in 0..<60 {
            var fix = track.fix(Double(second))
            let isOutlier = second % 10 == 7
            if isOutlier { fix.position.longitudeDegrees += 0.004 }
            switch filter.accept(fix) {
            case .accepted(let smoothed):
                #expect(!isOutlier)
                #expect(track.meters(smoothed.smoothedPosition, Double(second)) < 4)
            case .rejected(let reason):
                #expect(isOutlier && reason == .outlier)
            }
        }
    }

    @Test func `three rejected fixes that agree restart the filter`() {
        var filter = PositionFilter()
        for second in 0..<20 { _ = filter.accept(FilterTrack().fix(Double(second))) }
        let elsewhere = FilterTrack(latitude: 49.42)
        let results = (20..<26).map { filter.accept(elsewhere.fix(Double($0))) }
        #expect(results[0] == .rejected(.outlier) && results[1] == .rejected(.outlier))
        #expect(results[2] == .accepted(elsewhere.fix(22)))
        guard case .accepted(let last) = results[5] else {
            Issue.record("rejected after the restart")
            return
        }
        #expect(elsewhere.meters(last.smoothedPosition, 25) < 4)
    }

    @Test func `a clock set back by more than half a minute restarts the filter`() {
        var filter = PositionFilter()
        for second in 3600..<3620 { _ = filter.accept(FilterTrack().fix(Double(second))) }
        #expect(filter.accept(FilterTrack().fix(10)) == .accepted(FilterTrack().fix(10)))
    }

    // MARK: - Smoothing

    @Test(
        arguments: UInt64(1)...10)
    func `with independent noise the smoothed position is nearer to the truth`(seed: UInt64) {
        var track = FilterTrack(seed: seed, noise: 6)
        var filter = PositionFilter()
        var raw = 0.0
        var smooth = 0.0
        for second in 0..<200 {
            guard case .accepted(let fix) = filter.accept(track.noisy(Double(second))) else { continue }
            raw += pow(track.meters(fix.position, Double(second)), 2)
            smooth += pow(track.meters(fix.smoothedPosition, Double(second)), 2)
        }
        #expect(smooth < raw / 4, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...5) func `a stationary receiver keeps its position`(seed: UInt64) {
        var track = FilterTrack(speed: 0, seed: seed, noise: 5)
        var filter = PositionFilter(mode: .foot)
        var previous: Coordinate?
        for second in 0..<120 {
            guard case .accepted(let fix) = filter.accept(track.noisy(Double(second))) else { continue }
            if let previous, second > 20 {
                #expect(
                    FilterTrack.meters(previous, fix.smoothedPosition) < 2, "seed \(seed), second \(second)")
            }
            previous = fix.smoothedPosition
        }
    }

    @Test func `driving west the smoothed position does not lag`() {
        for heading in [0.0, 90, 180, 270] {
            let track = FilterTrack(heading: heading)
            var filter = PositionFilter()
            for second in 0..<30 {
                guard case .accepted(let fix) = filter.accept(track.fix(Double(second))) else { continue }
                #expect(track.meters(fix.smoothedPosition, Double(second)) < 1.5)
            }
        }
    }

    @Test(
        arguments: [400.0, 800])
    func `in a bend at motorway speed the smoothed position does not cut the corner`(radiusMeters: Double) {
        var filter = PositionFilter()
        let speed = 33.0
        for second in 0..<40 {
            let angle = Double(second) * speed / radiusMeters
            let place = Coordinate(
                latitudeDegrees: 49.4 + radiusMeters * sin(angle) / 111_200,
                longitudeDegrees: 8.68 + radiusMeters * (1 - cos(angle)) / 72_500)
            let fix = Fix(
                time: Timestamp(nanosecondsSinceEpoch: Int64(second) * 1_000_000_000), position: place,
                horizontalAccuracyMeters: 5, speedMetersPerSecond: speed,
                courseDegrees: (angle * 180 / .pi).truncatingRemainder(dividingBy: 360))
            guard case .accepted(let smoothed) = filter.accept(fix) else {
                Issue.record("second \(second) was rejected")
                return
            }
            #expect(FilterTrack.meters(smoothed.smoothedPosition, place) < 4, "second \(second)")
        }
    }

    @Test(arguments: UInt64(1)...5) func `both functions of the filter have the same result`(seed: UInt64) {
        var track = FilterTrack(seed: seed, noise: 6)
        var results = PositionFilter()
        var places = PositionFilter()
        for second in 0..<60 {
            var fix = track.noisy(Double(second))
            if second % 13 == 5 { fix.position.latitudeDegrees += 0.01 }
            let result = results.accept(fix)
            let received = fix
            let rejection = places.smooth(&fix)
            #expect(result == rejection.map { .rejected($0) } ?? .accepted(fix))
            if rejection != nil { #expect(fix == received) }
        }
    }

    @Test(
        arguments: [(49.4, 179.99), (78.2, 15.6), (85, -179.999), (-33.9, 18.4)])
    func `results at ±180°, at 78° and 85° north and over fifty kilometres are the same`(
        latitude: Double, longitude: Double
    ) {
        let track = FilterTrack(latitude: latitude, longitude: longitude, speed: 30)
        var filter = PositionFilter()
        for second in 0..<1700 {
            guard case .accepted(let fix) = filter.accept(track.fix(Double(second))) else {
                Issue.record("second \(second) was rejected")
                return
            }
            #expect(fix.smoothedPosition.isValid)
            #expect(track.meters(fix.smoothedPosition, Double(second)) < 3)
        }
    }

    @Test(
        arguments: UInt64(1)...10)
    func `random fixes neither crash the filter nor yield an invalid position`(seed: UInt64) {
        var random = SplitMix64(seed: seed &* 0x9e37_79b9_7f4a_7c15)
        var filter = PositionFilter()
        func number(_ scale: Double) -> Double {
            random.pick([random.between(-scale, scale), .nan, .infinity, 0, -1, scale, 1e300])
        }
        for _ in 0..<2000 {
            let fix = Fix(
                time: Timestamp(nanosecondsSinceEpoch: Int64(random.between(-1e12, 1e12))),
                position: Coordinate(latitudeDegrees: number(90), longitudeDegrees: number(180)),
                horizontalAccuracyMeters: number(120), speedMetersPerSecond: number(60),
                speedAccuracyMetersPerSecond: number(2), courseDegrees: number(360))
            if case .accepted(let smoothed) = filter.accept(fix) {
                #expect(smoothed.smoothedPosition.isValid)
            }
        }
    }
}
