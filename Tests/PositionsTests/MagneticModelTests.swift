import FoundationEssentials
import Glibc
import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("The declination of the World Magnetic Model")
struct MagneticModelTests {
    private static let model = MagneticModel.current

    @Test func `the published test values of the model are reproduced to the last digit`() throws {
        let rows = try PublishedValue.all()
        #expect(rows.count == 100)
        for row in rows {
            let field = try #require(
                Self.model.horizontalField(at: row.place, altitudeMeters: row.altitudeMeters, on: row.time))
            #expect(abs(field.strengthNanotesla - row.strengthNanotesla) <= 0.501, "\(row)")
            let degrees = Self.model.declinationDegrees(
                at: row.place, altitudeMeters: row.altitudeMeters, on: row.time)
            if row.strengthNanotesla < MagneticModel.blackoutNanotesla {
                #expect(degrees == nil, "\(row)")
            } else {
                #expect(abs(try #require(degrees) - row.declinationDegrees) <= 0.00501, "\(row)")
            }
        }
    }

    @Test func `the model is valid for five years and used for five more before and after`() {
        #expect(Self.model.validFrom == year(2025))
        #expect(Self.model.validUntil == year(2030))
        func isKnown(_ time: Timestamp) -> Bool { Self.model.declinationDegrees(at: .harbour, on: time) != nil }
        #expect(isKnown(year(2020)))
        #expect(isKnown(year(2035)))
        #expect(!isKnown(Timestamp(nanosecondsSinceEpoch: year(2020).nanosecondsSinceEpoch - 1)))
        #expect(!isKnown(Timestamp(nanosecondsSinceEpoch: year(2035).nanosecondsSinceEpoch + 1)))
        #expect(!isKnown(Timestamp(nanosecondsSinceEpoch: .min)))
        #expect(!isKnown(Timestamp(nanosecondsSinceEpoch: .max)))
    }

    @Test func `an invalid position has no declination and heights are clamped to the range`() {
        for (latitude, longitude) in [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)] {
            let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            #expect(Self.model.declinationDegrees(at: place, on: year(2026)) == nil)
        }
        func degrees(_ meters: Double) -> Double? {
            Self.model.declinationDegrees(at: .harbour, altitudeMeters: meters, on: year(2026))
        }
        #expect(degrees(.nan) == nil)
        #expect(degrees(-.infinity) == degrees(-1000))
        #expect(degrees(1e9) == degrees(850_000))
        #expect(degrees(0) != nil)
    }

    @Test func `both sides of the date line have the same field`() {
        everywhere { latitude, _, time in
            let east = Coordinate(latitudeDegrees: latitude, longitudeDegrees: 180)
            let west = Coordinate(latitudeDegrees: latitude, longitudeDegrees: -180)
            return distance(vector(east, time), vector(west, time)) < 1e-6
        }
    }

    @Test func `a hundred metres, a day and a turn of the year hardly change the field`() {
        everywhere { latitude, longitude, time in
            let here = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            let north = Coordinate(latitudeDegrees: min(latitude + 0.001, 90), longitudeDegrees: longitude)
            let tomorrow = Timestamp(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch + 86_400_000_000_000)
            return distance(vector(here, time), vector(north, time)) < 2
                && distance(vector(here, time), vector(here, tomorrow)) < 2
        }
        for number in [2026.0, 2027, 2028, 2029] {
            let before = Timestamp(nanosecondsSinceEpoch: year(number).nanosecondsSinceEpoch - 1)
            #expect(distance(vector(.harbour, before), vector(.harbour, year(number))) < 1e-4)
        }
    }

    @Test(arguments: [90.0, -90]) func `at a pole all meridians have the same field, rotated by their longitude`(
        latitude: Double
    ) throws {
        func field(_ longitude: Double) throws -> (strength: Double, direction: Double) {
            let pole = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
            let field = try #require(Self.model.horizontalField(at: pole, altitudeMeters: 0, on: year(2027)))
            let degrees = atan2(field.eastNanotesla, field.northNanotesla) * 180 / .pi
            return (field.strengthNanotesla, degrees + (latitude > 0 ? -longitude : longitude))
        }
        let zero = try field(0)
        for longitude in stride(from: -180.0, through: 180, by: 15) {
            let one = try field(longitude)
            #expect(abs(one.strength - zero.strength) < 1e-6)
            #expect(abs(remainder(one.direction - zero.direction, 360)) < 1e-6)
        }
    }

    @Test func `near the magnetic poles there is no declination`() {
        // The positions of the magnetic poles in the first days of 2025.
        let north = Coordinate(latitudeDegrees: 85.76, longitudeDegrees: 139.3)
        let south = Coordinate(latitudeDegrees: -63.85, longitudeDegrees: 135.1)
        for pole in [north, south] {
            #expect(Self.model.declinationDegrees(at: pole, on: year(2025)) == nil)
        }
        #expect(Self.model.declinationDegrees(at: .harbour, on: year(2025)) != nil)
    }

    /// Checks a property at five hundred positions and times, evenly distributed on the globe.
    private func everywhere(_ holds: (Double, Double, Timestamp) -> Bool) {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let latitude = asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi
            let longitude = Double.random(in: -180...180, using: &generator)
            let time = year(2025 + Double.random(in: 0..<4.9, using: &generator))
            #expect(holds(latitude, longitude, time), "\(latitude), \(longitude), \(time), seed \(seed)")
        }
    }

    private func vector(_ place: Coordinate, _ time: Timestamp) -> MagneticModel.HorizontalField? {
        Self.model.horizontalField(at: place, altitudeMeters: 0, on: time)
    }

    private func distance(_ one: MagneticModel.HorizontalField?, _ other: MagneticModel.HorizontalField?) -> Double {
        guard let one, let other else { return .infinity }
        let (north, east) = (
            one.northNanotesla - other.northNanotesla, one.eastNanotesla - other.eastNanotesla
        )
        return (north * north + east * east).squareRoot()
    }
}

/// A decimal year: half of a leap year is longer than half of another.
private func year(_ decimal: Double) -> Timestamp {
    let whole = Int(decimal)
    let begin = CivilDay(year: whole, month: 1, day: 1)?.number ?? 0
    let end = CivilDay(year: whole + 1, month: 1, day: 1)?.number ?? 0
    let seconds = (decimal - Double(whole)) * Double(end - begin) * 86_400
    return Timestamp(nanosecondsSinceEpoch: Int64(begin) * 86_400_000_000_000 + Int64(seconds * 1e9))
}

/// A row of the published table.
private struct PublishedValue {
    var time: Timestamp
    var altitudeMeters: Double
    var place: Coordinate
    var declinationDegrees: Double
    var strengthNanotesla: Double

    static func all() throws -> [PublishedValue] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/world-magnetic-model-2025.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard !line.hasPrefix("#"), numbers.count == 6 else { return nil }
            return PublishedValue(
                time: year(numbers[0]), altitudeMeters: numbers[1] * 1000,
                place: Coordinate(latitudeDegrees: numbers[2], longitudeDegrees: numbers[3]),
                declinationDegrees: numbers[4], strengthNanotesla: numbers[5])
        }
    }
}
