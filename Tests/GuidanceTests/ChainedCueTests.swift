import NavigationEvents
import Testing

@testable import Guidance

/// Two maneuvers in one announcement.
@Suite struct ChainedCueTests {
    private func now(_ road: Road, step: Int) throws -> Cue? {
        try Journey.along(road.route(), Drive(road: road, speed: 10).fixes()).cues
            .first { $0.stage == .now && $0.stepNumber == step }
    }

    @Test func `a turn close to the exit of a roundabout is announced with it`() throws {
        func road(meters: Double) -> Road {
            Road().straight(800).turn(.roundaboutStraightCounterclockwise, onto: "A", by: 0).straight(40)
                .turn(.roundaboutExitCounterclockwise, onto: "A", by: 0).straight(meters)
                .turn(.turnLeft, onto: "B").straight(500)
        }
        #expect(try now(road(meters: 50), step: 1)?.includesNext == true)
        #expect(try now(road(meters: 400), step: 1)?.includesNext == false)
    }

    @Test func `a new name between two turns does not separate them`() throws {
        let road = Road().straight(800).turn(.turnRight, onto: "A").straight(20)
            .turn(.nameChange, onto: "B", by: 0).straight(20).turn(.turnLeft, onto: "C").straight(500)
        #expect(try now(road, step: 1)?.includesNext == true)
    }
}
