import NavigationEvents
import Testing

@testable import Routes

@Suite("GraphHopper")
struct GraphHopperTests {
    @Test(arguments: [1e5, 1e6, nil])
    func `lines of five and six decimals and of points are the same route`(decimals: Double?) throws {
        let route = try RouteDocument.read(Documents.graphHopper([#""sign": -2"#], decimals: decimals))[0]
        #expect(route.geometry == (0...2).map(Documents.point))
        #expect(route.legs[0].steps.map(\.geometryIndex) == [0, 1, 2])
        #expect(route.legs[0].steps.map(\.distanceFromPreviousMeters) == [0, 111, 111])
        #expect(route.legs[0].steps.map(\.durationFromPreviousSeconds) == [0, 10, 10])
    }

    @Test func `heights in a line are ignored`() throws {
        let flat = Documents.quoted(Documents.encoded((0...2).map(Documents.point), decimals: 1e5))
        // 50° N, 8° E, 100 m; then twice 0.001° to the north at the same height.
        let tall = Documents.quoted(
            Documents.encodedNumbers([5_000_000, 800_000, 10_000, 100, 0, 0, 100, 0, 0]))
        let text = String(decoding: Documents.graphHopper([#""sign": -2"#]), as: UTF8.self)
        let route = try RouteDocument.read(Array(text.replacing(flat, with: tall).utf8))[0]
        #expect(text.contains(flat))
        #expect(route.geometry == (0...2).map(Documents.point))
    }

    @Test func `a roundabout has an exit number unless the route ends in it`() throws {
        let circle = #""sign": 6, "turn_angle": -1.5707963267948966, "exit_number": 1"#
        let taken = try Self.steps([circle + #", "exited": true"#])[1]
        #expect(taken.roundabout == Roundabout(exitCount: 1, exitAngleDegrees: 90))
        #expect(taken.maneuver == .roundaboutRightCounterclockwise)
        #expect(taken.turnAngleDegrees == 90)
        let inside = try Self.steps([circle + #", "exited": false"#])[1]
        #expect(inside.roundabout?.exitCount == nil)
        #expect(inside.maneuver == .roundaboutCounterclockwise)
        #expect(try Self.steps([#""sign": 6, "exit_number": 0"#])[1].roundabout?.exitCount == nil)
    }

    @Test func `the country determines the driving side and the border`() throws {
        let country = #""country": [[0, 2, "GBR"], [2, 5, "FRA"]]"#
        let steps = try Self.steps(
            [#""sign": -98"#, #""sign": 2"#, #""sign": -98"#, #""sign": 6, "exit_number": 1"#], details: country)
        #expect(steps.map(\.drivingSide) == [.left, .left, .right, .right, .right, .right])
        #expect(steps[1].maneuver == .turnUTurnClockwise)
        #expect(steps[3].maneuver == .turnUTurnCounterclockwise)
        #expect(steps.map(\.borderCountryCode) == [nil, nil, "FR", nil, nil, nil])
    }

    @Test func `tunnels and ferries come from the road environment`() throws {
        let steps = [#""sign": 2"#, #""sign": 0"#, #""sign": 1"#]
        let details = #""road_environment": [[0, 1, "tunnel"], [1, 2, "road"], [2, 3, "ferry"], [3, 4, "road"]]"#
        let route = try RouteDocument.read(Documents.graphHopper(steps, details: details))[0]
        #expect(route.tunnels == [GeometrySpan(fromIndex: 0, toIndex: 1)])
        #expect(route.legs[0].steps.map(\.tunnelMode) == [.none, .immediatelyAfter, .none, .none, .none])
        #expect(route.legs[0].steps.map(\.ferry) == [.none, .none, .enter, .exit, .none])
        #expect(route.legs[0].steps[2].maneuver == .ferryBoat)
        #expect(route.ferries == [GeometrySpan(fromIndex: 2, toIndex: 3)])
    }

    @Test func `ramps enter and leave motorways`() throws {
        let steps = [#""sign": 2"#, #""sign": 0"#, #""sign": 7"#, #""sign": -2"#]
        let classes = #""road_class": [[0, 1, "primary"], [1, 4, "motorway"], [4, 5, "primary"]]"#
        let links = #""road_class_link": [[0, 1, false], [1, 2, true], [2, 3, false], [3, 4, true], [4, 5, false]]"#
        let found = try Self.steps(steps, details: "\(classes), \(links)")
        #expect(
            found.map(\.maneuver) == [
                .depart, .onRampRight, .mergeUnspecified, .offRampKeepRight, .turnLeft, .destination,
            ])
        #expect(found.map(\.roadClassChange) == [.none, .motorwayEnter, .none, .motorwayExit, .none, .none])
    }

    @Test func `names, numbers, signs and exit numbers are distinguished`() throws {
        let step = try Self.steps([
            """
            "sign": 7, "street_name": "Harbour Road", "street_ref": "B 7", "motorway_junction": "12a, Harbour",
            "street_destination": "Docks, Ferry", "street_destination_ref": "B 9", "text": "Keep right"
            """
        ])[1]
        #expect(step.simpleRoadName == "Harbour Road")
        #expect(step.fullRoadName == "Harbour Road / B 7 / B 9 / Docks / Ferry")
        #expect(step.signpost == Signpost(destinations: ["Docks", "Ferry"], refs: ["B 9"]))
        #expect(step.exitNumber == "12a")
        #expect(step.instruction == "Keep right")
    }

    @Test func `a via ends a leg, and the next instruction departs`() throws {
        let route = try RouteDocument.read(
            Documents.graphHopper([#""sign": 5, "text": "Stop""#, #""sign": 2"#, #""sign": -2"#]), travelMode: .bicycle)[
                0]
        #expect(
            route.legs.map { $0.steps.map(\.maneuver) } == [
                [.depart, .destination], [.depart, .turnLeft, .destination],
            ])
        #expect(route.stopovers.map(\.geometryIndex) == [1, 4])
        #expect(route.legs.map(\.distanceMeters) == [222, 222])
        #expect(route.travelMode == .bicycle)
    }

    @Test func `a path of a single point is a route`() throws {
        let document = """
            {"paths": [{"distance": 0, "time": 0, "points": {"type": "LineString", "coordinates": [[8, 50]]},
             "instructions": [{"sign": 4, "distance": 0, "time": 0, "interval": [0, 0]}]}]}
            """
        let route = try RouteDocument.read(Array(document.utf8))[0]
        #expect(route.geometry.count == 2)
        #expect(route.legs[0].steps.map(\.maneuver) == [.depart, .destination])
    }

    private static func steps(_ instructions: [String], details: String = "") throws -> [Step] {
        try RouteDocument.read(Documents.graphHopper(instructions, details: details))[0].legs[0].steps
    }
}
