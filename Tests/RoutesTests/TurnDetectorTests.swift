import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Routes

@Suite("Turns of a line")
struct TurnDetectorTests {
    /// A line of legs: metres straight ahead, then a turn in degrees, positive to the right.
    static func walk(_ legs: [(meters: Double, turn: Double)], every spacing: Double = 20) -> [Coordinate] {
        var (east, north, heading) = (0.0, 0.0, 0.0)
        var line = [Documents.place(0, 0)]
        for leg in legs {
            let count = max(1, Int(leg.meters / spacing))
            for _ in 0..<count {
                east += leg.meters / Double(count) * sin(heading)
                north += leg.meters / Double(count) * cos(heading)
                line.append(Documents.place(east, north))
            }
            heading += leg.turn * .pi / 180
        }
        return line
    }

    /// An arc as legs of a line.
    static func arc(radius: Double, degrees: Double) -> [(meters: Double, turn: Double)] {
        let count = max(1, Int(abs(degrees) / 10))
        let part = degrees / Double(count)
        return Array(repeating: (radius * abs(part) * .pi / 180, part), count: count)
    }

    static func turns(_ line: [Coordinate], isRecorded: Bool = false) -> [Int] {
        TurnDetector(line, isRecorded: isRecorded).turns.map { Int($0.angleDegrees.rounded()) }
    }

    @Test(arguments: [-150.0, -90, -40, 31, 60, 134, 140, 172]) func `a corner is a turn with its angle at its point`(
        degrees: Double
    ) throws {
        let line = Self.walk([(200, degrees), (200, 0)])
        let turn = try #require(TurnDetector(line, isRecorded: false).turns.first)
        #expect(TurnDetector(line, isRecorded: false).turns.count == 1)
        #expect(abs(turn.angleDegrees - degrees) < 0.5)
        #expect(turn.index == 10)
    }

    @Test func `the angle of a turn determines its maneuver`() {
        let names: [(Double, Maneuver)] = [
            (30, .turnSlightRight), (-44, .turnSlightLeft), (46, .turnRight), (-134, .turnLeft), (136, .turnSharpRight),
            (-169, .turnSharpLeft), (171, .turnUTurnClockwise), (-171, .turnUTurnCounterclockwise),
            (180, .turnUTurnCounterclockwise), (-180, .turnUTurnCounterclockwise),
        ]
        for (angle, name) in names {
            #expect(TurnDetector.Turn(index: 1, angleDegrees: angle).maneuver == name, "\(angle)")
        }
    }

    @Test func `a rounded corner is one turn`() {
        let line = Self.walk([(200, 0)] + Self.arc(radius: 10, degrees: 90) + [(200, 0)])
        let turns = Self.turns(line)
        #expect(turns.count == 1)
        #expect(turns.allSatisfy { (80...100).contains($0) }, "\(turns)")
    }

    @Test func `wide and long bends are not turns`() {
        #expect(Self.turns(Self.walk([(200, 0)] + Self.arc(radius: 150, degrees: 90) + [(200, 0)])).isEmpty)
        #expect(Self.turns(Self.walk([(200, 0)] + Self.arc(radius: 40, degrees: 270) + [(200, 0)])).isEmpty)
    }

    @Test func `a small kink and a swerve are not turns`() {
        #expect(Self.turns(Self.walk([(200, 20), (200, 0)])).isEmpty)
        #expect(Self.turns(Self.walk([(200, 45), (12, -45), (200, 0)])).isEmpty)
    }

    @Test func `a roundabout is a turn unless the route crosses it straight ahead`() {
        for (circle, turn) in [(180.0, 0), (270, -90)] {
            let entry = Self.arc(radius: 8, degrees: 90)
            let line = Self.walk([(200, 0)] + entry + Self.arc(radius: 14, degrees: -circle) + entry + [(200, 0)])
            let turns = Self.turns(line)
            #expect(turn == 0 ? turns.isEmpty : turns.count == 1, "\(circle): \(turns)")
            #expect(turns.allSatisfy { abs($0 - turn) < 30 }, "\(circle): \(turns)")
        }
    }

    @Test func `a return on the same line is a U-turn`() {
        let out = Self.walk([(300, 0)])
        let turns = TurnDetector(out + out.dropLast().reversed(), isRecorded: false).turns
        #expect(turns.map(\.index) == [out.count - 1])
        #expect(turns.map(\.maneuver) == [.turnUTurnCounterclockwise])
    }

    @Test func `every lap has the same corners`() {
        let square = Array(repeating: (meters: 150.0, turn: 90.0), count: 12)
        #expect(Self.turns(Self.walk(square)) == Array(repeating: 90, count: 11))
    }

    @Test func `doubled points change nothing`() {
        let line = Self.walk([(200, 90), (200, 0)])
        let doubled = line.flatMap { [$0, $0, $0] }
        #expect(Self.turns(doubled) == Self.turns(line))
    }

    @Test func `a line across the 180th meridian has the same turns`() {
        let line = Self.walk([(200, 90), (400, -90), (200, 0)])
        let moved = line.map { place in
            let longitude = place.longitudeDegrees - 8 + 179.997
            return Coordinate(
                latitudeDegrees: place.latitudeDegrees, longitudeDegrees: longitude > 180 ? longitude - 360 : longitude)
        }
        #expect(moved.contains { $0.longitudeDegrees < 0 })
        #expect(Self.turns(moved) == Self.turns(line))
    }

    @Test(arguments: 0..<8) func `noise of the receiver neither adds nor hides turns`(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let line = Self.walk([(800, 90), (700, -90), (900, 0)], every: 12)
        // The errors of a receiver drift: each is similar to the previous one.
        var (east, north) = (0.0, 0.0)
        let noisy = line.flatMap { place -> [Coordinate] in
            east = 0.9 * east + Double.random(in: -3...3, using: &generator)
            north = 0.9 * north + Double.random(in: -3...3, using: &generator)
            return [
                Coordinate(
                    latitudeDegrees: place.latitudeDegrees + north / 111_229,
                    longitudeDegrees: place.longitudeDegrees + east / 71_696)
            ]
        }
        let turns = TurnDetector(noisy, isRecorded: true).turns
        #expect(turns.map(\.maneuver) == [.turnRight, .turnLeft], "seed \(seed): \(turns)")
        for (turn, corner) in zip(turns, [66, 124]) { #expect(abs(turn.index - corner) <= 3, "seed \(seed)") }
    }

    @Test(arguments: 0..<8) func `noise during a stop is not a turn`(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var line = Self.walk([(500, 0)], every: 12)
        let rest = Self.walk([(500, 0)], every: 12).map {
            Coordinate(latitudeDegrees: $0.latitudeDegrees + 500 / 111_229, longitudeDegrees: $0.longitudeDegrees)
        }
        for _ in 0..<120 {
            line.append(
                Documents.place(
                    Double.random(in: -4...4, using: &generator), 500 + Double.random(in: -4...4, using: &generator)))
        }
        #expect(TurnDetector(line + rest, isRecorded: true).turns.isEmpty, "seed \(seed)")
    }

    @Test(arguments: 0..<40) func `random lines have their turns in order and on the line`(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let line = (0..<Int.random(in: 2...400, using: &generator)).map { _ in
            Documents.place(
                Double.random(in: -300...300, using: &generator), Double.random(in: -300...300, using: &generator))
        }
        for isRecorded in [false, true] {
            let turns = TurnDetector(line, isRecorded: isRecorded).turns
            #expect(turns.allSatisfy { line.indices.contains($0.index) && abs($0.angleDegrees) <= 180 }, "seed \(seed)")
            #expect(zip(turns, turns.dropFirst()).allSatisfy { $0.index < $1.index }, "seed \(seed)")
        }
    }
}
