import Dashboard
import NavigationEvents
import Platform
import TestSupport
import Testing

@Suite("Invariants of the dashboard")
struct InvariantTests {
    @Test func `the bar never grows on the way to a maneuver and is empty at it`() throws {
        var generator = SplitMix64.announced(for: "the bar")
        for _ in 0..<100 {
            let length = Double.random(in: 0...20_000, using: &generator)
            let step = Step.make(fromPrevious: length, seconds: Double.random(in: 0...2000, using: &generator))
            var dashboard = Dashboard()
            var last = 1.0
            for distance in stride(from: length, through: 0, by: -max(length / 200, 1)) {
                let speed = Double.random(in: 0...60, using: &generator)
                dashboard.update(.make(step, inMeters: distance, speed: speed), at: .at(0))
                let bar = try #require(dashboard.instruction?.bar)
                #expect(bar <= last && bar >= 0)
                last = bar
            }
            dashboard.update(.make(step, inMeters: 0), at: .at(0))
            #expect(dashboard.instruction?.bar == 0)
        }
    }

    @Test func `for any events, stop clears the navigation, and lanes and arrival are consistent`() {
        var generator = SplitMix64.announced(for: "any drive")
        for _ in 0..<200 {
            var dashboard = Dashboard()
            for second in 0..<40 { applyRandomEvent(&dashboard, second, &generator) }
            dashboard.stopNavigation(at: .at(40))
            #expect(dashboard.instruction == nil && dashboard.later.isEmpty && dashboard.lanes.isEmpty)
            #expect(dashboard.route == nil && dashboard.rerouting == nil && dashboard.arrival == nil)
            #expect(dashboard.phase == .idle || dashboard.phase == .arrived)
            #expect(dashboard.currentStreet.isEmpty && !dashboard.isOffRoute && !dashboard.isOverLimit)
        }
    }

    private func applyRandomEvent(_ dashboard: inout Dashboard, _ second: Int, _ generator: inout SplitMix64) {
        let moment = Moment.at(Double(second))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: dashboard.update(Route.make("\(second)"), at: moment)
        case 1: dashboard.stopNavigation(at: moment)
        case 2: dashboard.update(Fix.make(), at: moment)
        case 3: dashboard.update(Bool.random(using: &generator) ? BusStatus.make() : nil, at: moment)
        default:
            let number = Int.random(in: 0...3, using: &generator)
            let lanes = Array(
                repeating: Lane(directions: [LaneDirection(shape: .straight, isRecommended: true)]), count: number)
            let state = NavigationState.allCases.randomElement(using: &generator) ?? .enroute
            var info = NavigationInfo.make(
                .make(number, lanes: lanes), inMeters: .random(in: 0...1200, using: &generator),
                atSeconds: Double(second), state: state, route: "\(number)")
            info.isDestinationReached = generator.chance(6)
            dashboard.update(info, at: moment)
            #expect(dashboard.lanes.isEmpty || dashboard.lanes == lanes)
            #expect(dashboard.lanes.isEmpty || dashboard.instruction?.stepNumber == number)
            #expect((dashboard.instruction != nil) == (state == .enroute))
            if let arrival = dashboard.arrival, let rest = info.toDestination {
                #expect(abs(arrival.seconds(since: info.fix.time) - rest.durationSeconds) < 1e-6)
            }
        }
    }
}
