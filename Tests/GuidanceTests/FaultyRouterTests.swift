import Guidance
import NavigationEvents
import Testing

@Suite("Rerouting with a faulty router")
struct FaultyRouterTests {
    private let turn = MissedTurn()
    private var plan: Road { turn.plan }
    private var missed: [Fix] { turn.fixes }
    private func detour(from request: RouteRequest) -> Route { turn.detour(from: request) }
    private func meters(east request: RouteRequest) -> Double { turn.meters(east: request) }

    @Test func `the route that was left is refused as an answer and not requested repeatedly`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed, delaySeconds: 0.5) { _ in .route(plan.route(id: "again")) }
        #expect(journey.routes.map(\.id) == ["road"])
        #expect(journey.asked.count < 10)
        #expect(journey.infos.contains { $0.rerouting?.failure.contains("that was left") == true })
    }

    @Test func `a stop reached during a pending request is not part of the next request`() throws {
        // The stop is 60 m ahead of the point where the driver leaves the road, and is reached from behind the houses.
        let withStop = Road().straight(360).stopover().straight(500).turn(.turnRight, onto: "Abzweig").straight(900)
        let driven = Road().straight(250).bend(60).straight(90).bend(-60).straight(65).bend(-90).straight(138).bend(90)
            .straight(500)
        let route = withStop.route()
        var journey = Journey()
        try journey.start(route)
        journey.drive(
            Drive(road: driven, speed: 6, slowsAtCorners: false, accuracy: 4).fixes(), delaySeconds: 20
        ) { request in
            var offer = Road(from: request.position, heading: 180).straight(400).route(id: "detour")
            offer.stopovers = request.stopovers.map { Stopover(position: $0, geometryIndex: offer.geometry.count - 1) }
            return .route(offer)
        }
        let reached = try #require(journey.infos.first { $0.stopoversReached == 1 })
        #expect(reached.isOffRoute)
        let later = journey.asked.filter { $0.stopovers.count == 1 }
        #expect(!later.isEmpty && later.allSatisfy { $0.stopovers == [route.stopovers[1].position] })
        #expect(journey.infos.drop { $0.stopoversReached == 0 }.allSatisfy { $0.stopoversReached == 1 })
    }

    @Test func `an answer with a stop elsewhere is refused even if its line leads to the destination`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Array(missed.prefix(90)), delaySeconds: 0.5) { request in
            var route = detour(from: request)
            route.stopovers[0].geometryIndex = 1
            route.legs[0].steps = [Step(number: 0, maneuver: .destination, geometryIndex: 1)]
            return .route(route)
        }
        #expect(journey.routes.map(\.id) == ["road"] && !journey.arrived)
        #expect(journey.infos.last?.rerouting?.failure.isEmpty == false)
    }

    @Test func `the text of a router's failure is truncated in the events`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed) { _ in .failure(String(repeating: "no ", count: 100_000)) }
        let failures = journey.infos.compactMap(\.rerouting?.failure).filter { !$0.isEmpty }
        #expect(!failures.isEmpty && failures.allSatisfy { $0.utf8.count <= 400 })
    }

    @Test(arguments: ["a\u{301}", "\u{1B}[31m\n\0"])
    func `a router's text is truncated by bytes and contains no control characters`(piece: String) throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed) { _ in .failure(String(repeating: piece, count: 10_000)) }
        let failures = journey.infos.compactMap(\.rerouting?.failure).filter { !$0.isEmpty }
        #expect(!failures.isEmpty && failures.allSatisfy { $0.utf8.count <= 400 })
        #expect(failures.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }

    @Test func `inaccurate fixes prove leaving the route only kilometres away from it`() throws {
        var fixes = Drive(road: Road().straight(880).bend(100).straight(2500), speed: 13, slowsAtCorners: false).fixes()
        for index in fixes.indices.dropFirst(60) { fixes[index].horizontalAccuracyMeters = 45 }
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(fixes) { _ in nil }
        #expect(journey.infos.last?.state == .rerouting)
        #expect(journey.asked.isEmpty, "no request is sent from an inaccurate position")
    }

    @Test func `setting the clock back does not delay the next attempt`() throws {
        let day: Int64 = 86_400_000_000_000
        var journey = Journey()
        try journey.start(plan.route())
        var fixes = Drive(road: Road().straight(3000), speed: 13, slowsAtCorners: false).fixes()
        fixes[95].time.nanosecondsSinceEpoch += day
        journey.drive(fixes, delaySeconds: 0.1) { _ in .failure("reach the router") }
        let late = journey.asked.filter { $0.number > fixes[97].time.nanosecondsSinceEpoch.magnitude }
        #expect(late.count >= 3)
    }

    @Test func `an answer ten times too long is refused and a reused route id is replaced`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed) { request in
            let eastMeters = meters(east: request)
            var route = Road(from: plan.coordinate(east: eastMeters, north: 0)).straight(200_000, spacing: 1000)
                .turn(.turnRight, onto: "Umweg").straight(50).route(id: "around")
            route.geometry[route.geometry.count - 1] = plan.route().stopovers[0].position
            return .route(route)
        }
        let failures = journey.infos.compactMap(\.rerouting?.failure)
        #expect(journey.routes.count == 1 && failures.contains { $0.contains("km remained") }, "\(Set(failures))")

        var again = Journey()
        try again.start(plan.route())
        again.drive(missed) { request in
            var route = detour(from: request)
            route.id = "road"
            return .route(route)
        }
        #expect(Set(again.routes.map(\.id)).count == 2)
    }

    @Test func `a route with an invalid length or too long names is refused`() throws {
        var journey = Journey()
        var route = plan.route()
        route.distanceMeters = .nan
        #expect(throws: RouteModelError.self) { try journey.start(route) }
        route = plan.route()
        route.legs[0].steps[1].fullRoadName = String(repeating: "x", count: 3_000_000)
        #expect(throws: RouteModelError.self) { try journey.start(route) }
    }

    @Test func `a router's long outage does not delay the request after the next departure`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        let road = Road().straight(9000)
        var failed = 0
        journey.drive(Drive(road: road, speed: 15, slowsAtCorners: false).fixes(), delaySeconds: 0.5) { request in
            let eastMeters = meters(east: request)
            failed += 1
            if failed < 8 { return .failure("reach the router") }
            // Each route turns off after a kilometre and is not followed.
            var route = Road(from: plan.coordinate(east: eastMeters, north: 0)).straight(1000)
                .turn(.turnRight, onto: "Umweg").straight(500).route(id: "r\(failed)")
            route.geometry[route.geometry.count - 1] = plan.route().stopovers[0].position
            return .route(route)
        }
        let offs = journey.infos.filter { $0.state == .rerouting && $0.routeID.hasPrefix("r") && $0.routeID != "road" }
        #expect(!offs.isEmpty)
        #expect(offs.first?.rerouting?.request != nil, "the first fix off the new route sends a request")
    }

    @Test func `the mode of travel stays the same whatever the answer contains`() throws {
        let walk = Road(mode: .foot).straight(200).turn(.turnRight, onto: "Gasse").straight(300)
        var journey = Journey()
        try journey.start(walk.route())
        let driven = Road(mode: .foot).straight(330)
        journey.drive(Drive(road: driven, speed: 1.4, slowsAtCorners: false, accuracy: 4).fixes()) { request in
            var route = Road(from: request.position).straight(100).turn(.turnRight, onto: "B").straight(400)
                .route(id: "car")
            route.geometry[route.geometry.count - 1] = walk.route().stopovers[0].position
            return .route(route)
        }
        #expect(journey.routes.last?.id == "car" && journey.routes.last?.travelMode == .foot)
    }

    @Test func `off route an unreliable position is reported once and without a cue`()
        throws
    {
        var journey = Journey()
        try journey.start(plan.route())
        let fixes = Drive(road: Road().straight(1300), speed: 13, slowsAtCorners: false).fixes()
        journey.drive(fixes) { _ in nil }
        #expect(journey.infos.last?.isOffRoute == true)
        let end = fixes.count - 1
        for second in end..<(end + 300) { journey.elapse(to: Double(second)) }
        #expect(journey.infos.count { $0.positionStatus == .unreliable } == 1)
        #expect(journey.infos.last?.positionStatus == .unreliable && journey.infos.last?.cue == nil)
    }

    @Test func `off route stays off route when the clock is set back`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        var fixes = Drive(road: Road().straight(1300), speed: 13, slowsAtCorners: false).fixes()
        for index in fixes.indices.dropFirst(90) { fixes[index].time.nanosecondsSinceEpoch -= 3_600_000_000_000 }
        journey.drive(fixes) { _ in nil }
        let states = journey.infos.map(\.isOffRoute)
        let first = try #require(states.firstIndex(of: true))
        #expect(states[first...].allSatisfy { $0 })
        #expect(Set(journey.asked.map(\.number)).count == journey.asked.count)
    }

    @Test func `a missed turn is announced at every return to it`() throws {
        // The drive passes the turn three times and is led back each time.
        var lap = Road().straight(900)
        for _ in 0..<3 { lap = lap.straight(250).bend(180).straight(500).bend(180).straight(250) }
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Drive(road: lap, speed: 9, noise: 0, accuracy: 5).fixes()) { request in
            let eastMeters = meters(east: request)
            let isEastbound = (request.courseDegrees ?? 90) < 180
            let start = Road(from: plan.coordinate(east: eastMeters, north: 0), heading: isEastbound ? 90 : 270)
            let back =
                isEastbound
                ? start.straight(max(1150 - eastMeters, 10)).bend(180).straight(250)
                : start.straight(max(eastMeters - 900, 10))
            return .route(
                back.turn(.turnLeft, onto: "Abzweig").straight(900).turn(.turnLeft, onto: "Ende").straight(500)
                    .route(id: "\(request.number)"))
        }
        let said = journey.infos.compactMap(\.cue).filter { $0.stage == .now && $0.subject == .maneuver }
        let occasions = said.reduce(into: [UInt64]()) { if $0.last != $1.identity { $0.append($1.identity) } }
        #expect(journey.routes.count >= 3)
        #expect(Set(occasions).count == occasions.count, "no identity is repeated")
        #expect(occasions.count >= 3)
    }
}
