import NavigationEvents
import Testing

@testable import Routes

@Suite("Maneuvers of Valhalla")
struct ValhallaManeuverTests {
    /// The maneuvers of Valhalla's types in the middle of a leg, by number; `nil` for types that begin or end a leg.
    static let expected: [Maneuver?] = [
        .unknown, nil, nil, nil, nil, nil, nil, .nameChange, .straight, .turnSlightRight, .turnRight,
        .turnSharpRight,
        .turnUTurnClockwise, .turnUTurnCounterclockwise, .turnSharpLeft, .turnLeft, .turnSlightLeft,
        .onRampUnspecified, .onRampRight, .onRampLeft, .offRampRight, .offRampLeft, .straight,
        .forkRight, .forkLeft,
        .mergeUnspecified, .roundaboutCounterclockwise, .roundaboutExitCounterclockwise, .ferryBoat,
        .straight,
        .unknown, .unknown, .unknown, .unknown, .unknown, .unknown, .unknown, .mergeRight, .mergeLeft,
        .straight, .straight, .straight, .straight, .straight,
    ]

    @Test(arguments: 0...43) func `every type becomes its maneuver`(type: Int) throws {
        let wanted = Self.expected[type]
        let bytes = Documents.valhalla([#""type": \#(type)"#])
        guard let wanted else {
            #expect(throws: RouteError.self) { try RouteDocument.read(bytes) }
            return
        }
        let step = try #require(try RouteDocument.read(bytes)[0].legs[0].steps.dropFirst().first)
        if type == 26 {
            // A straight line has no direction around the circle; without an exit, the exit angle is unknown.
            #expect(step.maneuver == .roundaboutCounterclockwise)
        } else {
            #expect(step.maneuver == wanted)
        }
    }

    @Test(arguments: [44, 99, -1]) func `a type that is not in the table is an unknown maneuver`(type: Int) throws {
        let route = try RouteDocument.read(Documents.valhalla([#""type": \#(type)"#]))[0]
        #expect(route.legs[0].steps[1].maneuver == .unknown)
    }

    @Test(
        arguments: [(4, Maneuver.destination), (5, .destinationRight), (6, .destinationLeft)])
    func `starts and destinations keep their sides`(type: Int, maneuver: Maneuver) throws {
        let route = try RouteDocument.read(Documents.valhalla([], last: #""type": \#(type)"#))[0]
        #expect(route.legs[0].steps.map(\.maneuver) == [.depart, maneuver])
    }

    @Test(
        arguments: [(28, FerryMode.enter), (29, .exit), (10, .none)])
    func `boarding and leaving a ferry is marked`(type: Int, mode: FerryMode) throws {
        let route = try RouteDocument.read(Documents.valhalla([#""type": \#(type)"#]))[0]
        #expect(route.legs[0].steps[1].ferry == mode)
    }

    @Test func `a crossing reaches from the boarding to the next maneuver`() throws {
        let route = try RouteDocument.read(Documents.valhalla([#""type": 28"#, #""type": 29"#, #""type": 10"#]))[0]
        let steps = route.legs[0].steps
        #expect(
            route.ferries == [GeometrySpan(fromIndex: steps[1].geometryIndex, toIndex: steps[2].geometryIndex)])
        #expect(try RouteDocument.read(Documents.valhalla([#""type": 10"#]))[0].ferries.isEmpty)
    }

    @Test func `a U-turn shows the driving side that the document does not name`() throws {
        let right = try RouteDocument.read(Documents.valhalla([#""type": 13"#, #""type": 10"#]))[0]
        #expect(right.legs[0].steps.allSatisfy { $0.drivingSide == .right })
        let left = try RouteDocument.read(Documents.valhalla([#""type": 12"#]))[0]
        #expect(left.legs[0].steps.allSatisfy { $0.drivingSide == .left })
        let contradiction = try RouteDocument.read(
            Documents.valhalla([#""type": 12"#, #""type": 13"#]))[0]
        #expect(contradiction.legs[0].steps.allSatisfy { $0.drivingSide == .none })
    }

    @Test(
        arguments: [(13, LaneShape.uTurnLeft), (12, .uTurnRight)])
    func `U-turn lanes turn towards oncoming traffic on both driving sides`(type: Int, shape: LaneShape) throws {
        let maneuver = #""type": \#(type), "lanes": [{"directions": 258, "active": 256}]"#
        let lane = try #require(try RouteDocument.read(Documents.valhalla([maneuver]))[0].legs[0].steps[1].lanes.first)
        let uTurn = LaneDirection(shape: shape, isRecommended: true)
        let straight = LaneDirection(shape: .straight)
        #expect(lane.directions == (shape == .uTurnLeft ? [uTurn, straight] : [straight, uTurn]))
    }
}
