import Guidance
import NavigationEvents
import Testing

@Suite("Start, stop and arrival")
struct StartStopTests {
    private let road = Road().straight(400).turn(.turnRight, onto: "Hauptstraße").straight(300)

    @Test func `a fix passes as onGPS even if no navigation is active`() {
        var guidance = GuidanceState()
        let fix = Drive(road: road).fixes()[0]
        #expect(guidance.update(fix) == [.gps(fix)])
    }

    @Test func `started precedes the first guidance and stopped follows the last, once each`() throws {
        let journey = try Journey.along(road.route(), Drive(road: road, waits: 5).fixes())
        #expect(journey.events.first == .navigationStarted(road.route()))
        #expect(journey.stops == 1)
        let lastInfo = journey.events.lastIndex { if case .navigation = $0 { true } else { false } }
        let stopped = journey.events.firstIndex(of: .navigationStopped(.destinationReached))
        #expect(lastInfo.map { $0 + 1 } == stopped)
    }

    @Test func `every guidance carries the fix of the preceding onGPS`() throws {
        let journey = try Journey.along(road.route(), Drive(road: road, noise: 4).fixes())
        for (one, next) in zip(journey.events, journey.events.dropFirst()) {
            guard case .navigation(let info) = next else { continue }
            #expect(
                info.state == .stopped
                    ? one == .navigation(journey.infos[journey.infos.count - 1])
                    : one == .gps(info.fix))
        }
    }

    @Test func `a navigation ends with guidance in the state stopped, directly before its stop`() throws {
        var journey = try Journey.along(road.route(), Drive(road: road, to: 200).fixes())
        let last = try #require(journey.infos.last)
        journey.stop()
        #expect(journey.events.suffix(2) == [.navigation(last.stopped), .navigationStopped(.requested)])
        let ending = try #require(journey.endings.last)
        #expect(ending.fix == last.fix && ending.routeID == last.routeID && ending.positionStatus == .reliable)
        #expect(ending.positionRadiusMeters == last.positionRadiusMeters && !ending.isDestinationReached)
        #expect(ending.currentStep == nil && ending.nextStep == nil && ending.remainingSteps.isEmpty)
        #expect(ending.toManeuver == nil && ending.toDestination == nil && ending.matched == nil)
        #expect(ending.cue == nil && ending.lookahead == nil && ending.suggestedZoomMeters == nil)
        journey.stop()
        #expect(journey.endings.count == 1)
    }

    @Test func `an arrival is in the guidance of the end too`() throws {
        let journey = try Journey.along(road.route(), Drive(road: road, waits: 20).fixes())
        let ending = try #require(journey.endings.last)
        #expect(journey.endings.count == 1 && ending.isDestinationReached && ending.stopoversReached == 1)
    }

    @Test func `a navigation without a fix ends without guidance`() throws {
        var journey = Journey()
        try journey.start(road.route())
        journey.stop()
        #expect(journey.endings.isEmpty && journey.stops == 1)
    }

    @Test func `each navigation that is replaced has an end, and a replaced route has none`() throws {
        let fixes = Drive(road: road, to: 300).fixes()
        var journey = Journey()
        try journey.start(road.route())
        journey.drive(Array(fixes.prefix(5)))
        try journey.start(road.route(id: "second"))
        journey.drive(Array(fixes.dropFirst(5).prefix(5)))
        #expect(journey.endings.map(\.routeID) == ["road"] && journey.stops == 1)
        var replacement = road.route(id: "third")
        replacement.reason = .replaced
        try journey.start(replacement)
        #expect(journey.endings.count == 1)
        journey.stop()
        let ending = try #require(journey.endings.last)
        #expect(ending.routeID == "third" && ending.isRouteChanged, "it had no other guidance")
        #expect(journey.infos.last?.routeID == "second")
    }

    @Test func `a navigation that ends off route has no search any more`() throws {
        let away = Road().straight(200).turn(.turnLeft, onto: "B").straight(400)
        var journey = try Journey.along(road.route(), Drive(road: away).fixes())
        #expect(journey.infos.last?.state == .rerouting)
        journey.stop()
        let ending = try #require(journey.endings.last)
        #expect(ending.rerouting == nil && !ending.isOffRoute && ending.state == .stopped)
    }

    @Test
    func `the last guidance reports the arrival with its cue`()
        throws
    {
        let journey = try Journey.along(road.route(), Drive(road: road).fixes())
        let last = try #require(journey.infos.last)
        #expect(last.isDestinationReached)
        #expect(last.stopoversReached == 1)
        #expect(journey.infos.count(where: \.isDestinationReached) == 1)
        #expect(journey.cues.last?.subject == .destination)
        #expect(journey.cues.last?.stage == .now)
        #expect(last.cue?.subject == .destination)
    }

    @Test func `after the arrival fixes still pass and no other event follows`() throws {
        let journey = try Journey.along(road.route(), Drive(road: road, waits: 20).fixes())
        let stopped = try #require(journey.events.firstIndex(of: .navigationStopped(.destinationReached)))
        for event in journey.events[(stopped + 1)...] {
            guard case .gps = event else {
                Issue.record("after the stop came \(event)")
                continue
            }
        }
    }

    @Test func `a second stop has no effect`() throws {
        var journey = Journey()
        try journey.start(road.route())
        journey.stop()
        journey.stop()
        #expect(journey.events == [.navigationStarted(road.route()), .navigationStopped(.requested)])
    }

    @Test func `the reason of an end is in its event`() throws {
        let arrived = try Journey.along(road.route(), Drive(road: road, waits: 5).fixes())
        #expect(arrived.events.contains(.navigationStopped(.destinationReached)))
        var journey = Journey()
        try journey.start(road.route())
        try journey.start(road.route(id: "second"))
        journey.stop()
        let reasons = journey.events.compactMap { event in
            if case .navigationStopped(let reason) = event { reason } else { nil }
        }
        #expect(reasons == [.replaced, .requested])
    }

    @Test func `a new route request stops the previous navigation first`() throws {
        var journey = Journey()
        try journey.start(road.route())
        try journey.start(road.route(id: "second"))
        #expect(
            journey.events == [
                .navigationStarted(road.route()), .navigationStopped(.replaced),
                .navigationStarted(road.route(id: "second")),
            ])
    }

    @Test func `a route that cannot be followed changes nothing`() throws {
        var journey = Journey()
        try journey.start(road.route())
        var broken = road.route()
        broken.geometry = []
        #expect(throws: RouteModelError.self) { try journey.start(broken) }
        journey.drive(Drive(road: road, to: 100).fixes())
        #expect(journey.infos.last?.routeID == "road")
        #expect(journey.stops == 0)
    }

    @Test func `a stopover is counted and announced with the fix that reaches it, and the next leg begins`() throws {
        let trip = Road().straight(400).stopover().straight(300).turn(.turnLeft, onto: "Ufer").straight(300)
        let journey = try Journey.along(trip.route(), Drive(road: trip).fixes())
        let index = try #require(journey.infos.firstIndex { $0.stopoversReached == 1 })
        let reached = journey.infos[index]
        #expect(reached.cue?.subject == .stopover && reached.cue?.stage == .now)
        #expect(journey.infos[index + 1].currentStep?.maneuver == .turnLeft)
        #expect(reached.isDestinationReached == false)
        #expect(journey.cues.contains { $0.subject == .stopover && $0.stage == .now })
        #expect(journey.arrived)
        #expect(journey.infos.last?.stopoversReached == 2)
    }

    @Test func `a round trip does not arrive at its start`() throws {
        var round = Road().straight(300)
        for _ in 0..<3 { round = round.turn(.turnRight, onto: "Ring").straight(300) }
        let journey = try Journey.along(round.route(), Drive(road: round, noise: 4).fixes())
        #expect(journey.arrived)
        #expect(journey.infos.count > 80)
    }

    @Test func `a stop sixty metres beside the street counts when it is reached, not when it is passed`() throws {
        let trip = Road().straight(500).turn(.turnRight, onto: "A").straight(60).turn(.turnRight, onto: "B")
            .straight(300).stopover().straight(100)
        let journey = try Journey.along(trip.route(), Drive(road: trip, noise: 3).fixes())
        let first = try #require(journey.infos.first { $0.stopoversReached == 1 })
        #expect((first.matched?.distanceAlongRouteMeters ?? 0) > 800)
    }

    @Test func `reaching the destination from another side is an arrival`() throws {
        let plan = Road().straight(300).turn(.turnRight, onto: "A").straight(200).turn(.turnLeft, onto: "B").straight(
            150)
        let driven = Road().straight(450).bend(90).straight(200)
        let journey = try Journey.along(plan.route(), Drive(road: driven, noise: 2).fixes())
        #expect(journey.wasOffRoute)
        #expect(journey.arrived)
    }
}
