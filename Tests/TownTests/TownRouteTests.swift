import NavigationEvents
import Testing

@Suite("Routes of the real Valhalla through small towns", .serialized)
struct TownRouteTests {
    @Test(
        arguments: [
            ("SE", Maneuver.roundaboutRightCounterclockwise, 1, "East Road"),
            ("SN", .roundaboutStraightCounterclockwise, 2, "North Road"),
            ("SW", .roundaboutLeftCounterclockwise, 3, "West Road"),
        ])
    func `a roundabout is counterclockwise, and only legal exits count`(
        places: String, maneuver: Maneuver, exit: Int, road: String
    ) async throws {
        try await RoutingEngine.serving("roundabout") { engine in
            for dialect in RoutingEngine.Dialect.allCases {
                let route = try await engine.route(over: places, in: dialect)
                #expect(route.maneuvers == [maneuver, .roundaboutExitCounterclockwise], "\(dialect)")
                #expect(route.steps[1].roundabout?.exitCount == exit, "\(dialect)")
                #expect(route.steps[1].simpleRoadName == road, "\(dialect)")
            }
        }
    }

    @Test func `in left-hand traffic a roundabout is clockwise and exits count from the left`()
        async throws
    {
        try await RoutingEngine.serving("left-hand") { engine in
            let toWest = try await engine.route(over: "SW", in: .osrm)
            #expect(toWest.maneuvers == [.roundaboutLeftClockwise, .roundaboutExitClockwise])
            #expect(toWest.steps[1].roundabout?.exitCount == 1)
            let toEast = try await engine.route(over: "SE", in: .osrm)
            #expect(toEast.maneuvers == [.roundaboutRightClockwise, .roundaboutExitClockwise])
            #expect(toEast.steps[1].roundabout?.exitCount == 3)
            #expect(toEast.steps.allSatisfy { $0.drivingSide == .left })
        }
    }

    @Test(
        arguments: RoutingEngine.Dialect.allCases)
    func `a motorway exit has its number, sign and lane`(dialect: RoutingEngine.Dialect)
        async throws
    {
        try await RoutingEngine.serving("motorway") { engine in
            let route = try await engine.route(over: "AT", in: dialect)
            let exit = try #require(route.steps.dropFirst().first)
            #expect([.offRampRight, .offRampSlightRight].contains(exit.maneuver))
            #expect(exit.exitNumber == "12")
            #expect(exit.signpost?.destinations == ["Newtown"])
            #expect(exit.signpost?.refs == ["B 4"])
            #expect(exit.roadClassChange == .motorwayExit)
            #expect(exit.lanePattern == "xxo")
            #expect(route.steps[2].maneuver == .turnRight)
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases) func `a motorway entry has its destinations`(
        dialect: RoutingEngine.Dialect
    ) async throws {
        try await RoutingEngine.serving("motorway") { engine in
            let entry = try #require(try await engine.route(over: "TD", in: dialect).step(onto: "A 7"))
            #expect(entry.signpost?.destinations == ["Oldtown"])
            #expect(entry.maneuver == .onRampLeft)
            #expect(entry.roadClassChange == .motorwayEnter)
        }
    }

    @Test(
        arguments: RoutingEngine.Dialect.allCases)
    func `lanes are in order from left to right, with the arrow to follow`(
        dialect: RoutingEngine.Dialect
    ) async throws {
        try await RoutingEngine.serving("lanes") { engine in
            let right = try #require(try await engine.route(over: "WS", in: dialect).step(.turnRight))
            #expect(right.lanePattern == "xxxo")
            #expect(
                right.lanes == [
                    Lane(directions: [LaneDirection(shape: .normalLeft)]),
                    Lane(directions: [LaneDirection(shape: .normalLeft)]),
                    Lane(directions: [LaneDirection(shape: .straight)]),
                    Lane(directions: [
                        LaneDirection(shape: .straight), LaneDirection(shape: .normalRight, isRecommended: true),
                    ]),
                ])
            let left = try #require(try await engine.route(over: "WN", in: dialect).step(.turnLeft))
            #expect(left.lanes.map { $0.directions.map(\.shape) } == right.lanes.map { $0.directions.map(\.shape) })
            #expect(["oxxx", "xoxx", "ooxx"].contains(left.lanePattern))
        }
    }

    @Test func `a tunnel is known if the format has it, and the turn after it is immediate`()
        async throws
    {
        try await RoutingEngine.serving("tunnel") { engine in
            let route = try await engine.route(over: "WS", in: .osrm)
            #expect(route.tunnels.count == 1)
            #expect(route.maneuvers == [.turnRight])
            #expect(route.step(.turnRight)?.tunnelMode == .immediatelyAfter)
            #expect(try await engine.route(over: "WS", in: .valhalla).tunnels.isEmpty)
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases) func `a route boards and leaves a ferry`(
        dialect: RoutingEngine.Dialect
    ) async throws {
        try await RoutingEngine.serving("ferry") { engine in
            let route = try await engine.route(over: "WE", in: dialect)
            #expect(route.step(.ferryBoat)?.ferry == .enter)
            #expect(route.step(onto: "Quay Road")?.ferry == .exit)
            #expect(route.durationSeconds > 600, "the crossing takes ten minutes")
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases)
    func `the turn onto a ferry and the turn off it have their sides`(dialect: RoutingEngine.Dialect) async throws {
        try await RoutingEngine.serving("ferry-turn") { engine in
            for (places, degrees, maneuver) in [("WE", -90.0, Maneuver.turnLeft), ("KG", 90.0, .turnRight)] {
                let route = try await engine.route(over: places, in: dialect)
                let boarding = try #require(route.step(.ferryBoat))
                #expect(abs((boarding.turnAngleDegrees ?? 0) - degrees) < 5)
                #expect(boarding.simpleRoadName == "River Ferry")
                #expect(route.step(onto: "Quay Road")?.maneuver == maneuver)
                #expect(route.step(onto: "Quay Road")?.ferry == .exit)
            }
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases)
    func `a fork on the ramp of an exit is a fork with its sign`(dialect: RoutingEngine.Dialect) async throws {
        try await RoutingEngine.serving("ramps") { engine in
            for (places, fork, ref) in [("AF", Maneuver.forkLeft, "CA 85 North"), ("AI", .forkRight, "CA 85 South")] {
                let route = try await engine.route(over: places, in: dialect)
                let exit = route.steps[1]
                #expect([.offRampRight, .offRampSlightRight].contains(exit.maneuver))
                #expect(exit.exitNumber == "50A")
                #expect(exit.signpost?.refs == ["CA 85"])
                #expect(!exit.isStayingOnRoad)
                #expect(route.steps[2].maneuver == fork)
                #expect(route.steps[2].exitNumber == nil)
                #expect(route.steps[2].signpost?.refs == [ref])
            }
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases)
    func `a ramp straight ahead is a ramp, and a name has its number once`(dialect: RoutingEngine.Dialect) async throws
    {
        try await RoutingEngine.serving("ramps") { engine in
            #expect(try await engine.route(over: "ID", in: dialect).steps[1].maneuver == .onRampRight)
            let onto = try await engine.route(over: "gD", in: dialect).steps[1]
            #expect(onto.maneuver == .onRampUnspecified)
            #expect(onto.simpleRoadName == "US 101")
            #expect(onto.signpost?.refs == ["US 101"])
            let lane = try #require(try await engine.route(over: "AI", in: dialect).step(onto: "Mill Lane"))
            #expect(lane.fullRoadName == "Mill Lane / UT 199")
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases)
    func `walkers take stairs and a lift to its level`(dialect: RoutingEngine.Dialect) async throws {
        try await RoutingEngine.serving("stairs") { engine in
            let route = try await engine.route(over: "xG", in: dialect)
            #expect(route.steps.map(\.passage) == [.none, .stairs, .none, .none, .lift, .none])
            #expect(route.steps[1].maneuver == .turnRight)
            #expect(route.steps[4].levelName == "2")
            let back = try await engine.route(over: "GA", in: dialect)
            #expect(back.steps.map(\.passage) == [.none, .lift, .none, .stairs, .none, .none])
            #expect(back.steps[1].levelName == "0")
            #expect(!route.steps[2].isDecision, "the road after the stairs is the only one")
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases)
    func `a toll begins once`(dialect: RoutingEngine.Dialect) async throws {
        try await RoutingEngine.serving("toll") { engine in
            let turned = try await engine.route(over: "xE", in: dialect)
            #expect(turned.steps.map(\.beginsToll) == [false, true, false])
            // Valhalla marks the whole stretch from the start; only its OSRM format has the booth.
            let marks = try await engine.route(over: "AE", in: dialect).steps.map(\.beginsToll)
            #expect(marks == (dialect == .osrm ? [false, true, false] : [true, false]))
        }
    }

    @Test(arguments: RoutingEngine.Dialect.allCases)
    func `a stopover at a dead end makes two legs`(dialect: RoutingEngine.Dialect) async throws {
        try await RoutingEngine.serving("out-and-back") { engine in
            let route = try await engine.route(over: "WFE", in: dialect)
            #expect(route.legs.count == 2)
            #expect(route.stopovers.count == 2)
            #expect(route.maneuvers == [.turnLeft, .turnLeft])
            #expect(route.legs.map { $0.steps.first?.maneuver } == [.depart, .depart])
        }
    }

    @Test func `the end of a road is known if the format has it`() async throws {
        try await RoutingEngine.serving("end-of-road") { engine in
            for (places, maneuver) in [("WN", Maneuver.turnLeft), ("WS", .turnRight)] {
                let route = try await engine.route(over: places, in: .osrm)
                #expect(route.maneuvers == [maneuver])
                #expect(route.steps[1].isEndOfRoad)
                #expect(route.steps[1].simpleRoadName == "Market Street")
                #expect(try await engine.route(over: places, in: .valhalla).maneuvers == [maneuver])
            }
        }
    }
}
