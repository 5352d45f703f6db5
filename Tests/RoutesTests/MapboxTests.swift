import NavigationEvents
import Testing

@testable import Routes

@Suite("Mapbox Directions")
struct MapboxTests {
    typealias Step = Documents.OSRMStep

    @Test func `members of Mapbox or the requested provider make an answer Mapbox's`() throws {
        let steps = [Step(type: "turn", modifier: "left")]
        #expect(try RouteDocument.read(Documents.mapbox(steps))[0].provider == "mapbox")
        #expect(try RouteDocument.read(Documents.mapbox(steps), provider: .osrm)[0].provider == "mapbox")
        #expect(try RouteDocument.read(Documents.osrm(steps))[0].provider == "osrm")
        #expect(try RouteDocument.read(Documents.osrm(steps), provider: .mapbox)[0].provider == "mapbox")
        let typical = #""duration_typical": 31,"#
        #expect(try RouteDocument.read(Documents.osrm(steps, legFields: typical))[0].provider == "mapbox")
        let signs = [Step(type: "turn", modifier: "left", more: #""speedLimitSign": "vienna""#)]
        let countries = #""admins": [{"iso_3166_1": "DE"}],"#
        #expect(try RouteDocument.read(Documents.osrm(signs, legFields: countries))[0].provider == "valhalla")
    }

    @Test(arguments: [1e5, 1e6, nil]) func `polylines of five and six decimals and points are the same route`(
        decimals: Double?
    ) throws {
        let route = try RouteDocument.read(Documents.mapbox([Step(type: "turn", modifier: "left")], decimals: decimals))
        #expect(route[0].geometry == (0...2).map(Documents.point))
    }

    @Test func `a roundabout without an exit step has the exit angle of the banner instruction`()
        throws
    {
        for (side, degrees, angle, maneuver) in [
            ("right", 90, 90.0, Maneuver.roundaboutRightCounterclockwise),
            ("right", 270, 270, .roundaboutLeftCounterclockwise), ("left", 90, 270, .roundaboutLeftClockwise),
            ("left", 180, 0, .roundaboutStraightClockwise),
        ] {
            let banner = #""bannerInstructions": [{"primary": {"type": "roundabout", "degrees": \#(degrees)}}]"#
            let steps = [
                Step(type: "continue", modifier: "straight", side: side, more: banner),
                Step(type: "roundabout", modifier: "right", side: side, maneuver: #""exit": 2"#),
                Step(type: "turn", modifier: "left", side: side),
            ]
            let step = try RouteDocument.read(Documents.mapbox(steps))[0].legs[0].steps[2]
            #expect(step.maneuver == maneuver)
            #expect(step.roundabout == Roundabout(exitCount: 2, exitAngleDegrees: angle))
        }
    }

    @Test func `an exit number of zero is ignored`() throws {
        let steps = [Step(type: "roundabout", modifier: "right", maneuver: #""exit": 0"#)]
        let step = try RouteDocument.read(Documents.mapbox(steps))[0].legs[0].steps[1]
        #expect(step.roundabout?.exitCount == nil)
    }

    @Test func `the driving side may change along the route`() throws {
        let steps = [
            Step(type: "turn", modifier: "uturn", side: "left"), Step(type: "turn", modifier: "uturn", side: "right"),
        ]
        let turns = try RouteDocument.read(Documents.mapbox(steps))[0].legs[0].steps[1...2]
        #expect(turns.map(\.maneuver) == [.turnUTurnClockwise, .turnUTurnCounterclockwise])
        #expect(turns.map(\.drivingSide) == [.left, .right])
    }

    static let admins = #""admins": [{"iso_3166_1": "FR"}, {"iso_3166_1": "BE"}],"#

    @Test func `a maneuver at a border has its country`() throws {
        let steps = [Step(type: "turn", modifier: "left", intersection: #""admin_index": 1"#)]
        let text = String(decoding: Documents.mapbox(steps, legFields: Self.admins), as: UTF8.self)
        let known = text.replacing(
            #""intersections": [{"location": [8.0, 50.0]}]"#,
            with: #""intersections": [{"location": [8.0, 50.0], "admin_index": 0}]"#)
        #expect(known != text)
        let steps2 = try RouteDocument.read(Array(known.utf8))[0].legs[0].steps
        #expect(steps2.map(\.borderCountryCode) == [nil, "BE", nil])
    }

    @Test func `a border between two maneuvers is a step of its own with correct lengths`() throws {
        let crossing = #""admin_index": 0}, {"location": [8.0, 50.0015], "admin_index": 1"#
        let text = String(
            decoding: Documents.mapbox(
                [Step(type: "turn", modifier: "left", more: #""name": "Rue""#, intersection: crossing)],
                legFields: Self.admins), as: UTF8.self)
        let bent = text.replacing("[[8.0, 50.001],[8.0, 50.002]]", with: "[[8.0, 50.001],[8.0, 50.0015],[8.0, 50.002]]")
        let steps = try RouteDocument.read(Array(bent.utf8))[0].legs[0].steps
        #expect(steps.map(\.maneuver) == [.depart, .turnLeft, .straight, .destination])
        #expect(steps.map(\.borderCountryCode) == [nil, nil, "BE", nil])
        #expect(steps[2].fullRoadName == "Rue")
        #expect(abs(steps[2].distanceFromPreviousMeters - 55.5) < 1)
        #expect(abs(steps.reduce(0) { $0 + $1.distanceFromPreviousMeters } - 222) < 1e-6)
        #expect(steps.map(\.number) == [0, 1, 2, 3])
    }

    @Test func `tunnels are known by class or name, ferries by mode or class`() throws {
        for mark in [#""classes": ["tunnel"]"#, #""tunnel_name": "Hill""#] {
            let route = try RouteDocument.read(
                Documents.mapbox([
                    Step(type: "turn", modifier: "left", intersection: mark), Step(type: "turn", modifier: "left"),
                ]))[0]
            #expect(route.tunnels == [GeometrySpan(fromIndex: 1, toIndex: 2)])
            #expect(route.legs[0].steps[2].tunnelMode == .immediatelyAfter)
        }
        let boarded = Step(type: "new name", modifier: "straight", intersection: #""classes": ["ferry"]"#)
        let route = try RouteDocument.read(Documents.mapbox([boarded, Step(type: "turn", modifier: "left")]))[0]
        #expect(route.ferries == [GeometrySpan(fromIndex: 1, toIndex: 2)])
        let steps = route.legs[0].steps
        #expect(steps.map(\.ferry) == [.none, .enter, .exit, .none])
        #expect(steps[1].maneuver == .ferryBoat)
    }

    @Test func `entering and leaving a road for motor vehicles only is marked`() throws {
        let fast = Step(type: "turn", modifier: "right", intersection: #""classes": ["motorroad"]"#)
        let steps = [Step(type: "turn", modifier: "left"), fast, Step(type: "turn", modifier: "left")]
        let changes = try RouteDocument.read(Documents.osrm(steps))[0].legs[0].steps.map(\.roadClassChange)
        #expect(changes == [.none, .none, .motorroadEnter, .motorroadExit, .none])
    }

    @Test func `a rotary in which the route ends gives its name to the road`() throws {
        let rotary = Step(type: "rotary", modifier: "right", more: #""name": "", "rotary_name": "Market Circle""#)
        let step = try RouteDocument.read(Documents.mapbox([rotary]))[0].legs[0].steps[1]
        #expect(step.simpleRoadName == "Market Circle")
    }
}
