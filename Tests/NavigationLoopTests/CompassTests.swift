import NavigationEvents
import Platform
import Synchronization
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Readings of compasses")
struct CompassTests {
    private static let start: Int64 = 1_780_000_000_000_000_000

    private static func fix(_ second: Double = 0) -> Fix {
        Fix(
            time: time(second), position: Coordinate(latitudeDegrees: 49.4122, longitudeDegrees: 8.7101),
            altitudeMeters: 114)
    }

    private static func time(_ second: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: start + Int64(second * 1e9))
    }

    /// A compass with a fix at second 0, which is 100 s on the monotonic clock.
    private static func compass(declination: Double? = 3.5) -> Compass {
        var compass = Compass { _, _, _ in declination }
        compass.note(time(0), now: 100)
        return compass
    }

    private static func reading(
        _ degrees: Double, magnetic: Bool = false, source: String = "watch", at second: Double? = nil
    ) -> HeadingReading {
        HeadingReading(
            degrees: degrees, reference: magnetic ? .magneticNorth : .trueNorth, accuracyDegrees: 5, source: source,
            time: second.map(time))
    }

    @Test
    func `a heading without a time is at most two seconds ahead of the clock of the fixes`()
        throws
    {
        var compass = Self.compass()
        try compass.take(Self.reading(87.5), at: Self.fix(), now: 100.5)
        #expect(
            compass.due(now: 100.5) == [
                Heading(time: Self.time(0.5), degrees: 87.5, accuracyDegrees: 5, source: "watch")
            ])
        try compass.take(Self.reading(88), at: Self.fix(), now: 110)
        #expect(compass.due(now: 110).map(\.time) == [Self.time(2)])
        compass.note(Self.time(11), now: 111)
        try compass.take(Self.reading(89), at: Self.fix(11), now: 111.25)
        #expect(compass.due(now: 111.25).map(\.time) == [Self.time(11.25)])
    }

    @Test(
        arguments: [
            (87.5, 3.5, 91.0), (358, 3.5, 1.5), (1, -3.5, 357.5), (0, 0, 0), (359.5, 0.5, 0), (10, -180, 190),
        ])
    func `a magnetic heading plus declination is a true heading`(said: Double, declination: Double, truth: Double)
        throws
    {
        var compass = Self.compass(declination: declination)
        try compass.take(Self.reading(said, magnetic: true), at: Self.fix(), now: 100)
        let heading = try #require(compass.due(now: 100).first)
        #expect(heading.degrees == truth)
        #expect(heading.declinationDegrees == declination)
    }

    @Test func `a true heading stays unchanged even where the declination is unknown`() throws {
        var compass = Self.compass(declination: nil)
        try compass.take(Self.reading(87.5), at: Self.fix(), now: 100)
        #expect(compass.due(now: 100).map(\.declinationDegrees) == [nil])
        #expect(throws: CompassError.noDeclination(source: "watch", place: Self.fix().position)) {
            try compass.take(Self.reading(87.5, magnetic: true), at: Self.fix(), now: 100)
        }
    }

    @Test func `the declination is computed again only after a kilometre or a day`() throws {
        let asked = Counter()
        var compass = Compass { _, _, _ in asked.count() }
        compass.note(Self.time(0), now: 100)
        var fix = Self.fix()
        for _ in 0..<50 { try compass.take(Self.reading(1, magnetic: true), at: fix, now: 100) }
        #expect(asked.value == 1)
        fix.position.latitudeDegrees += 0.02
        try compass.take(Self.reading(1, magnetic: true), at: fix, now: 100)
        #expect(asked.value == 2)
        compass.note(Self.time(90_000), now: 101)
        try compass.take(Self.reading(1, magnetic: true), at: fix, now: 101)
        #expect(asked.value == 3)
    }

    @Test(
        arguments: [
            (Self.reading(.nan), "less than 360"), (Self.reading(360), "less than 360"),
            (Self.reading(-0.5), "at least 0"),
            (Self.reading(.infinity), "less than 360"), (Self.reading(1, source: ""), "has 0 bytes; use 1 to 64"),
            (Self.reading(1, source: String(repeating: "ä", count: 33)), "has 66 bytes"),
            (Self.reading(1, source: "\u{1B}[2J"), "contains control characters; use letters"),
            (Self.reading(1, source: "a\n[[compass]]"), "contains control characters; use letters"),
            (Self.reading(1, source: "a\u{202E}b"), "contains control characters; use letters"),
            (Self.reading(1, at: -3), "3.0 s before"), (Self.reading(1, at: 3600), "3600.0 s after"),
        ])
    func `an invalid heading is refused with the problem and what to do`(reading: HeadingReading, reason: String) {
        var compass = Self.compass()
        let error = #expect(throws: CompassError.self) { try compass.take(reading, at: Self.fix(), now: 100) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        #expect(error?.refusal.code == .malformed)
        #expect(compass.dropped == 1 && compass.due(now: 100).isEmpty)
    }

    @Test(arguments: [-1, Double.nan, .infinity]) func `an invalid accuracy is refused`(degrees: Double) {
        var compass = Self.compass()
        var reading = Self.reading(1)
        reading.accuracyDegrees = degrees
        #expect(throws: CompassError.self) { try compass.take(reading, at: Self.fix(), now: 100) }
    }

    @Test func `before the first fix a heading is refused for lack of time and position`() {
        var compass = Compass { _, _, _ in 0 }
        let error = #expect(throws: CompassError.self) { try compass.take(Self.reading(1), at: nil, now: 1) }
        #expect(error == .noPosition(source: "watch") && error?.refusal.code == .unavailable)
    }

    @Test func `a fix without a heading gets the newest one of its time and keeps its own otherwise`() throws {
        var compass = Self.compass()
        try compass.take(Self.reading(87.5), at: Self.fix(), now: 100.5)
        let merged = compass.heading(Self.fix(1))
        #expect(merged.headingDegrees == 87.5 && merged.headingAccuracyDegrees == 5)
        #expect(compass.heading(Self.fix(2.5)).headingDegrees == 87.5)
        #expect(compass.heading(Self.fix(2.75)).headingDegrees == nil, "too old")
        var own = Self.fix(1)
        own.headingDegrees = 12
        #expect(compass.heading(own) == own)
        var rest = merged
        (rest.headingDegrees, rest.headingAccuracyDegrees) = (nil, nil)
        #expect(rest == Self.fix(1), "nothing else is changed")
    }

    @Test(
        arguments: [50.0, 100, 400])
    func `at most fifty headings per second of a compass are published`(perSecond: Double) throws {
        var compass = Self.compass()
        var published: [Heading] = []
        let seconds = 20.0
        for number in 0..<Int(seconds * perSecond) {
            let now = 100 + Double(number) / perSecond
            try compass.take(Self.reading(Double(number % 360)), at: Self.fix(), now: now)
            published += compass.due(now: now)
        }
        #expect(Double(published.count) <= seconds * 50 + 3)
        #expect(Double(published.count) >= seconds * 50 - 3)
        #expect(compass.dropped <= UInt64(seconds * perSecond) - UInt64(published.count))
    }

    @Test func `the newest heading of each compass is published last, however many arrive at once`() throws {
        var compass = Self.compass()
        for number in 0..<300 {
            try compass.take(
                Self.reading(Double(number), source: number % 2 == 0 ? "left" : "right"), at: Self.fix(), now: 100)
        }
        var now = 100.0
        var published = compass.due(now: now)
        while let wait = compass.secondsUntilDue(now: now) {
            now += wait
            published += compass.due(now: now)
        }
        #expect(now < 100.2)
        #expect(published.last { $0.source == "left" }?.degrees == 298)
        #expect(published.last { $0.source == "right" }?.degrees == 299)
    }

    @Test
    func `random readings become valid headings at a limited rate and every loss is counted`()
        throws
    {
        var random = SplitMix64(seed: 0x4EAD)
        for _ in 0..<200 {
            var compass = Self.compass(declination: .random(in: -180...180, using: &random))
            var (now, taken, published) = (100.0, 0, [Heading]())
            for _ in 0..<100 {
                now += .random(in: 0...0.03, using: &random)
                let degrees = Bool.random(using: &random) ? Double.random(in: 0..<360, using: &random) : 0.0.nextDown
                let reading = Self.reading(
                    degrees, magnetic: .random(using: &random), source: "\(Int.random(in: 0..<12, using: &random))")
                do {
                    try compass.take(reading, at: Self.fix(), now: now)
                    taken += 1
                } catch {
                    #expect(error.kind == .unusable)
                }
                published += compass.due(now: now)
            }
            while let wait = compass.secondsUntilDue(now: now) {
                now += wait
                published += compass.due(now: now)
            }
            #expect(published.allSatisfy { (0..<360).contains($0.degrees) })
            #expect(published.count + Int(compass.dropped) == 100)
            #expect(Double(published.count) <= (now - 100) * 50 + 4)
        }
    }
}

/// A counter for any thread.
private final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func count() -> Double {
        number.withLock { $0 += 1 }
        return 1
    }
}
