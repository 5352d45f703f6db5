import NavigationEvents
import Testing

@testable import Guidance

/// The cue of the start.
@Suite struct StartCueTests {
    private func cues(_ road: Road, speed: Double = 14, change: (inout [Fix]) -> Void = { _ in }) throws -> [Cue] {
        var journey = Journey()
        try journey.start(road.route())
        var fixes = Drive(road: road, speed: speed).fixes()
        change(&fixes)
        journey.drive(fixes)
        return journey.cues
    }

    private static let road = Road().straight(900).turn(.turnRight, onto: "A").straight(600)

    @Test func `the start is announced first and once, with the first maneuver`() throws {
        let cues = try cues(Self.road)
        #expect(cues.first?.subject == .start && cues.first?.stage == .follow && cues.first?.stepNumber == 1)
        #expect(cues.count { $0.subject == .start } == 1)
        #expect(Set(cues.map(\.reference)).count == cues.count)
    }

    @Test func `the start prepares a maneuver that is near`() throws {
        let near = Road().straight(250).turn(.turnRight, onto: "A").straight(600)
        let cues = try cues(near)
        #expect(cues.filter { $0.stepNumber == 1 }.map(\.stage) == [.follow, .now])
    }

    @Test func `a stationary vehicle hears the start once it moves, or with a compass at once`() throws {
        func firstCue(_ heading: Double?) throws -> Cue? {
            try cues(Self.road) { fixes in
                let standing = fixes[0]
                fixes = (0..<20).map { second in
                    var fix = standing
                    fix.time = standing.time.advanced(bySeconds: Double(second))
                    (fix.speedMetersPerSecond, fix.headingDegrees) = (0, heading)
                    return fix
                }
            }
            .first
        }
        #expect(try firstCue(nil) == nil)
        #expect(try firstCue(80)?.subject == .start)
    }

    @Test func `after a stop the start of the next leg is announced where it begins`() throws {
        let road = Road().straight(900).stopover().straight(900).turn(.turnRight, onto: "A").straight(600)
        let cues = try cues(road)
        let starts = cues.indices.filter { cues[$0].subject == .start }
        let stop = try #require(cues.firstIndex { $0.subject == .stopover && $0.stage == .now })
        #expect(starts.count == 2)
        let second = try #require(starts.last)
        #expect(second > stop)
        // The stop is 900 m before the turn.
        #expect((750...900).contains(cues[second].distanceMeters))
        #expect(cues[second].identity != cues[starts[0]].identity)
    }

    @Test func `a vehicle that joins later needs no start`() throws {
        var journey = Journey()
        try journey.start(Self.road.route())
        journey.drive(Drive(road: Self.road, speed: 14, from: 400).fixes())
        #expect(!journey.cues.contains { $0.subject == .start })
    }
}
