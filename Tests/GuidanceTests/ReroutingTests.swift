import Guidance
import NavigationEvents
import Testing

@Suite("Rerouting")
struct ReroutingTests {
    private let turn = MissedTurn()
    private var plan: Road { turn.plan }
    private var missed: [Fix] { turn.fixes }
    private func detour(from request: RouteRequest) -> Route { turn.detour(from: request) }
    private func meters(east request: RouteRequest) -> Double { turn.meters(east: request) }

    @Test(arguments: [0.0, 1, 4]) func `a driver who misses a turn gets another route and arrives along it`(
        delaySeconds: Double
    ) throws {
        var journey = Journey(filtered: .car)
        try journey.start(plan.route())
        journey.drive(missed, delaySeconds: delaySeconds) { .route(detour(from: $0)) }

        #expect(journey.asked.count == 1)
        let request = try #require(journey.asked.first)
        #expect((request.courseDegrees ?? 0) > 80 && (request.courseDegrees ?? 0) < 100)
        #expect(request.stopovers == plan.route().stopovers.map(\.position))
        #expect(journey.routes.map(\.id) == ["road", "detour"])
        #expect(journey.routes.last?.reason == .rerouted)
        #expect(journey.arrived && journey.stops == 1)
    }

    @Test func `during a pending request there is no next step and every event carries the request`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed, delaySeconds: 5) { .route(detour(from: $0)) }
        let off = journey.infos.filter { $0.state == .rerouting }
        #expect(off.count >= 5)
        #expect(off.allSatisfy { $0.currentStep == nil && $0.nextStep == nil && $0.remainingSteps.isEmpty })
        #expect(off.allSatisfy { $0.rerouting?.request?.number == off[0].rerouting?.request?.number })
        #expect(journey.infos.filter { $0.state == .enroute }.allSatisfy { $0.rerouting == nil })
    }

    @Test func `the new route is published before its first guidance, which follows immediately`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed) { .route(detour(from: $0)) }
        let start = try #require(
            journey.events.lastIndex { if case .navigationStarted = $0 { true } else { false } })
        guard case .navigation(let info) = journey.events[start + 1] else {
            Issue.record("there is no guidance on the new route before the next fix")
            return
        }
        #expect(info.isRouteChanged && info.routeID == "detour" && info.currentStep?.simpleRoadName == "Umweg")
        #expect(journey.infos.count(where: \.isRouteChanged) == 2)
    }

    @Test func `a driver who returns before the answer is enroute again and the answer is dropped`() throws {
        // A petrol station beside the road: off route for a while, then back.
        let driven = Road().straight(300).bend(50).straight(90).bend(-50).straight(60).bend(-50).straight(90).bend(50)
            .straight(300)
        var journey = Journey(filtered: .car)
        try journey.start(plan.route())
        journey.drive(Drive(road: driven, speed: 9, slowsAtCorners: false, noise: 1).fixes(), delaySeconds: 29) {
            .route(detour(from: $0))
        }
        #expect(journey.wasOffRoute && journey.asked.count == 1)
        #expect(journey.routes.map(\.id) == ["road"])
        let last = try #require(journey.infos.last)
        #expect(last.state == .enroute && last.currentStep?.simpleRoadName == "Abzweig")
        #expect(journey.verdicts.count == 1)
        guard case .drop = journey.verdicts.first else {
            Issue.record("\(journey.verdicts)")
            return
        }
    }

    @Test func `a failure is reported and repeated at growing intervals`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Drive(road: Road().straight(9000), speed: 15).fixes(), delaySeconds: 0.5) { _ in
            .failure("reach the router: it does not answer")
        }
        let times = journey.infos.compactMap { info in info.rerouting?.request.map { ($0.number, info.fix.time) } }
        let first = times.reduce(into: [(UInt64, Timestamp)]()) { if $0.last?.0 != $1.0 { $0.append($1) } }
        let pauses = zip(first, first.dropFirst()).map { $1.1.seconds(since: $0.1) }
        #expect(pauses.count > 6)
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $1 >= $0 })
        #expect((pauses.first ?? 0) >= 3 && (pauses.first ?? 9) <= 5 && pauses.allSatisfy { $0 <= 122 })
        let failed = journey.infos.filter { $0.rerouting?.failure.isEmpty == false }
        #expect(failed.first?.rerouting?.failure == "reach the router: it does not answer")
        #expect(journey.infos.compactMap(\.rerouting?.attempts).max() == journey.asked.count)
    }

    @Test func `an unanswered request fails after half a minute and is repeated`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Drive(road: Road().straight(3000), speed: 15).fixes()) { _ in nil }
        #expect(journey.asked.count >= 2)
        #expect(journey.infos.contains { $0.rerouting?.failure.contains("30 s") == true })
    }

    @Test func `an answer against the course is requested once more and then accepted`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(missed) { request in
            let eastMeters = meters(east: request)
            let back = Road(from: plan.coordinate(east: eastMeters, north: 0), heading: 270).straight(eastMeters - 900)
                .turn(.turnLeft, onto: "Abzweig").straight(900).turn(.turnLeft, onto: "Ende").straight(500)
            return .route(back.route(id: "back"))
        }
        #expect(journey.asked.prefix(2).map(\.isCourseBinding) == [false, true])
        #expect(journey.asked[0].number < journey.asked[1].number)
        #expect(journey.routes.prefix(2).map(\.id) == ["road", "back"])
    }

    @Test(
        arguments: ["begins", "ends", "stopovers", "line"])
    func `an answer with a wrong start, end or stops is refused`(fault: String) throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Array(missed.prefix(110)), delaySeconds: 0.5) { request in
            var route = detour(from: request)
            switch fault {
            case "begins":
                route = Road(from: plan.coordinate(east: 3000, north: 0), heading: 215).straight(2000).route(id: "far")
                route.geometry[route.geometry.count - 1] = plan.route().stopovers[0].position
            case "ends": route = Road(from: request.position).straight(4000).route(id: "short")
            case "stopovers":
                route.stopovers.append(route.stopovers[0])
                route.legs.append(route.legs[0])
            default: route.geometry = [request.position]
            }
            return .route(route)
        }
        #expect(journey.routes.map(\.id) == ["road"])
        #expect(!journey.verdicts.isEmpty)
        for verdict in journey.verdicts {
            guard case .fail(let reason) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            #expect(
                ["accept the answer: ", "follow the route: "].contains(where: reason.hasPrefix), "failed to \(reason)")
        }
        #expect(journey.infos.last?.rerouting?.failure.isEmpty == false)
    }

    @Test func `a request contains only the stopovers that remain and they keep their names`() throws {
        let withStop = Road().straight(400).stopover().straight(500).turn(.turnRight, onto: "Abzweig").straight(900)
        var route = withStop.route()
        route.stopovers[1].name = "Bahnhof"
        var journey = Journey()
        try journey.start(route)
        journey.drive(Drive(road: Road().straight(1500), speed: 12, slowsAtCorners: false).fixes()) { request in
            let eastMeters = meters(east: request)
            return .route(
                Road(from: plan.coordinate(east: eastMeters, north: 0)).straight(1500 - eastMeters)
                    .turn(.turnRight, onto: "Umweg").straight(900).bend(90).straight(600).route(id: "detour"))
        }
        #expect(journey.asked.first?.stopovers == [route.stopovers[1].position])
        #expect(journey.routes.last?.stopovers.map(\.name) == ["Bahnhof"])
        #expect(journey.routes.last?.stopovers.first?.position == route.stopovers[1].position)
    }

    @Test func `a driver who leaves every new route soon causes few requests`() throws {
        // Circles on a large square: every answer is left again.
        var circles = Road().straight(1000)
        for _ in 0..<12 { circles = circles.curve(radius: 60, degrees: 360) }
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Drive(road: circles, speed: 7, slowsAtCorners: false).fixes()) { request in
            let end = plan.route().stopovers[0].position
            var route = Road(from: request.position, heading: 45).straight(1500).route(id: "\(request.number)")
            route.geometry[route.geometry.count - 1] = end
            return .route(route)
        }
        let seconds = (journey.infos.last?.fix.time.seconds(since: Drive.time(0)) ?? 0) - 1000 / 7
        #expect(journey.asked.count >= 3)
        #expect(Double(journey.asked.count) < seconds / 25, "\(journey.asked.count) questions in \(seconds) s")
    }

    @Test func `no request is sent with weak fixes or without fixes`() throws {
        var weak = Drive(road: Road().straight(2500), speed: 13, slowsAtCorners: false).fixes()
        for index in weak.indices.dropFirst(50) { weak[index].horizontalAccuracyMeters = 60 }
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(weak) { _ in nil }
        #expect(journey.asked.isEmpty)

        var gap = Journey()
        try gap.start(plan.route())
        gap.drive(Array(Drive(road: Road().straight(950), speed: 13, slowsAtCorners: false).fixes().dropLast(3)))
        for second in 75..<200 { gap.elapse(to: Double(second)) }
        #expect(!gap.wasOffRoute)
    }

    @Test func `a drive that resumes far from the route after a long gap is off route`() throws {
        var journey = Journey()
        try journey.start(plan.route())
        journey.drive(Array(Drive(road: plan).fixes().prefix(30)))
        let elsewhere = Road(from: plan.coordinate(east: 500, north: 2500)).straight(500)
        journey.drive(Drive(road: elsewhere, at: 2000).fixes()) { _ in nil }
        #expect(journey.infos.last?.state == .rerouting && journey.asked.count >= 1)
    }

    @Test(arguments: UInt64(1)...5) func `the same drive with the same answers yields exactly the same events`(
        seed: UInt64
    ) throws {
        func run() throws -> [Event] {
            var journey = Journey(filtered: .car)
            try journey.start(plan.route())
            let road = Road().straight(1300).bend(90).straight(900).bend(-90).straight(110)
            journey.drive(Drive(road: road, noise: 4, seed: seed).fixes()) { .route(detour(from: $0)) }
            return journey.events
        }
        #expect(try run() == run())
    }
}
