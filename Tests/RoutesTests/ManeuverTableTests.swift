import NavigationEvents
import Testing

@testable import Routes

/// Has a fragment of an answer for each of the 66 maneuvers.
@Suite("All maneuvers")
struct ManeuverTableTests {
    struct Row: CustomTestStringConvertible {
        var maneuver: Maneuver
        var fragment: Fragment
        var testDescription: String { "\(maneuver) from \(fragment)" }

        init(_ maneuver: Maneuver, _ fragment: Fragment) {
            (self.maneuver, self.fragment) = (maneuver, fragment)
        }
    }

    static let rows: [Row] = [
        Row(.unknown, .valhalla(0)),
        Row(.depart, .valhalla(8)),
        Row(.destination, .valhallaEnd(4)),
        Row(.destinationLeft, .osrmEnd("left")),
        Row(.destinationRight, .valhallaEnd(5)),
        Row(.straight, .graphHopper(0)),
        Row(.turnLeft, .gpx(-90)),
        Row(.turnRight, .mapbox("turn", "right")),
        Row(.turnKeepLeft, .graphHopper(-7)),
        Row(.turnKeepRight, .graphHopper(7)),
        Row(.turnSlightLeft, .gpx(-40)),
        Row(.turnSlightRight, .valhalla(9)),
        Row(.turnSharpLeft, .graphHopper(-3)),
        Row(.turnSharpRight, .gpx(150)),
        Row(.turnUTurnClockwise, .osrm("turn", "uturn", .left)),
        Row(.turnUTurnCounterclockwise, .graphHopper(-8)),
        Row(.mergeUnspecified, .valhalla(25)),
        Row(.mergeLeft, .osrm("merge", "slight left")),
        Row(.mergeRight, .graphHopperRoads(1, [.link, .motorway])),
        Row(.forkLeft, .graphHopperFork(-7, from: .motorway)),
        Row(.forkRight, .osrmFork("on ramp", "slight right")),
        Row(.onRampUnspecified, .valhalla(17)),
        Row(.onRampLeft, .graphHopperRoads(-2, [.street, .link])),
        Row(.onRampRight, .osrm("on ramp", "right")),
        Row(.onRampKeepLeft, .graphHopperRoads(-7, [.street, .link])),
        Row(.onRampKeepRight, .graphHopperRoads(7, [.street, .link])),
        Row(.onRampSlightLeft, .mapbox("on ramp", "slight left")),
        Row(.onRampSlightRight, .osrm("on ramp", "slight right")),
        Row(.onRampSharpLeft, .osrm("on ramp", "sharp left")),
        Row(.onRampSharpRight, .graphHopperRoads(3, [.street, .link])),
        Row(.onRampUTurnClockwise, .osrm("on ramp", "uturn", .left)),
        Row(.onRampUTurnCounterclockwise, .mapbox("on ramp", "uturn")),
        Row(.offRampUnspecified, .osrm("off ramp", "straight")),
        Row(.offRampLeft, .valhalla(21)),
        Row(.offRampRight, .valhalla(20)),
        Row(.offRampKeepLeft, .osrmExit("slight left")),
        Row(.offRampKeepRight, .graphHopperRoads(7, [.motorway, .link])),
        Row(.offRampSlightLeft, .mapbox("off ramp", "slight left")),
        Row(.offRampSlightRight, .osrm("off ramp", "slight right")),
        Row(.offRampSharpLeft, .osrm("off ramp", "sharp left")),
        Row(.offRampSharpRight, .osrm("off ramp", "sharp right")),
        Row(.offRampUTurnClockwise, .mapbox("off ramp", "uturn", .left)),
        Row(.offRampUTurnCounterclockwise, .osrm("off ramp", "uturn")),
        Row(.roundaboutClockwise, .osrm("roundabout", "right", .left)),
        Row(.roundaboutCounterclockwise, .valhalla(26)),
        Row(.roundaboutStraightClockwise, .graphHopperCircle(.pi)),
        Row(.roundaboutStraightCounterclockwise, .mapbox("roundabout turn", "straight")),
        Row(.roundaboutLeftClockwise, .osrm("roundabout turn", "left", .left)),
        Row(.roundaboutLeftCounterclockwise, .graphHopperCircle(-1.5 * .pi)),
        Row(.roundaboutRightClockwise, .graphHopperCircle(1.5 * .pi)),
        Row(.roundaboutRightCounterclockwise, .mapbox("roundabout turn", "right")),
        Row(.roundaboutSlightLeftClockwise, .osrm("roundabout turn", "slight left", .left)),
        Row(.roundaboutSlightLeftCounterclockwise, .graphHopperCircle(-1.25 * .pi)),
        Row(.roundaboutSlightRightClockwise, .graphHopperCircle(1.25 * .pi)),
        Row(.roundaboutSlightRightCounterclockwise, .mapbox("roundabout turn", "slight right")),
        Row(.roundaboutSharpLeftClockwise, .osrm("roundabout turn", "sharp left", .left)),
        Row(.roundaboutSharpLeftCounterclockwise, .graphHopperCircle(-1.75 * .pi)),
        Row(.roundaboutSharpRightClockwise, .graphHopperCircle(1.75 * .pi)),
        Row(.roundaboutSharpRightCounterclockwise, .mapbox("roundabout turn", "sharp right")),
        Row(.roundaboutUTurnClockwise, .osrm("roundabout turn", "uturn", .left)),
        Row(.roundaboutUTurnCounterclockwise, .graphHopperCircle(-2 * .pi)),
        Row(.roundaboutExitClockwise, .osrm("exit rotary", "left", .left)),
        Row(.roundaboutExitCounterclockwise, .valhalla(27)),
        Row(.ferryBoat, .graphHopper(9)),
        Row(.ferryTrain, .osrmAboard("train")),
        Row(.nameChange, .mapbox("new name", "straight")),
    ]

    @Test(arguments: rows) func `the fragment becomes the maneuver`(row: Row) throws {
        let route = try #require(try RouteDocument.read(row.fragment.document).first)
        let maneuvers = route.legs[0].steps.map(\.maneuver)
        #expect(maneuvers[row.fragment.place] == row.maneuver, "\(maneuvers) from \(route.provider)")
        #expect(route.provider == row.fragment.provider)
    }

    @Test func `the table has each of the 66 maneuvers once`() {
        #expect(Self.rows.map(\.maneuver) == Maneuver.allCases)
        #expect(Maneuver.allCases.count == 66)
    }
}
