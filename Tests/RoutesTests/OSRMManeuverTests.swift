import NavigationEvents
import Testing

@testable import Routes

@Suite("Maneuvers of the OSRM format")
struct OSRMManeuverTests {
    typealias Step = Documents.OSRMStep

    static let modifiers: [String?] = [
        "sharp left", "left", "slight left", "straight", "slight right", "right", "sharp right",
        "uturn", nil,
    ]

    /// A type, and its maneuvers for the modifiers above in right-hand traffic.
    struct Expectation: CustomTestStringConvertible {
        var type: String
        var maneuvers: [Maneuver]
        var testDescription: String { type }

        init(_ type: String, _ maneuvers: [Maneuver]) {
            self.type = type
            self.maneuvers = maneuvers
        }
    }

    private static let turns: [Maneuver] = [
        .turnSharpLeft, .turnLeft, .turnSlightLeft, .straight, .turnSlightRight, .turnRight,
        .turnSharpRight,
        .turnUTurnCounterclockwise,
    ]

    private static let namesOrTurns: [Maneuver] = [
        .turnSharpLeft, .turnLeft, .nameChange, .nameChange, .nameChange, .turnRight, .turnSharpRight,
        .turnUTurnCounterclockwise, .nameChange,
    ]

    static let expected: [Expectation] = [
        .init("turn", turns + [.unknown]),
        .init("continue", turns + [.straight]),
        .init("end of road", turns + [.unknown]),
        .init("some type of tomorrow", turns + [.unknown]),
        .init("new name", namesOrTurns), .init("notification", namesOrTurns),
        .init(
            "use lane",
            [
                .turnKeepLeft, .turnKeepLeft, .turnKeepLeft, .straight, .turnKeepRight, .turnKeepRight,
                .turnKeepRight,
            ]
                + [.straight, .straight]),
        .init(
            "merge",
            [
                .mergeLeft, .mergeLeft, .mergeLeft, .mergeUnspecified, .mergeRight, .mergeRight,
                .mergeRight,
            ]
                + [.mergeUnspecified, .mergeUnspecified]),
        .init(
            "fork",
            [
                .forkLeft, .forkLeft, .forkLeft, .straight, .forkRight, .forkRight, .forkRight, .straight,
                .straight,
            ]),
        .init(
            "on ramp",
            [
                .onRampSharpLeft, .onRampLeft, .onRampSlightLeft, .onRampUnspecified, .onRampSlightRight,
                .onRampRight,
                .onRampSharpRight, .onRampUTurnCounterclockwise, .onRampUnspecified,
            ]),
        .init(
            "off ramp",
            [
                .offRampSharpLeft, .offRampLeft, .offRampSlightLeft, .offRampUnspecified,
                .offRampSlightRight,
                .offRampRight, .offRampSharpRight, .offRampUTurnCounterclockwise, .offRampUnspecified,
            ]),
        .init("roundabout", Array(repeating: .roundaboutCounterclockwise, count: 9)),
        .init("rotary", Array(repeating: .roundaboutCounterclockwise, count: 9)),
        .init("exit roundabout", Array(repeating: .roundaboutExitCounterclockwise, count: 9)),
        .init("exit rotary", Array(repeating: .roundaboutExitCounterclockwise, count: 9)),
        .init(
            "roundabout turn",
            [
                .roundaboutSharpLeftCounterclockwise, .roundaboutLeftCounterclockwise,
                .roundaboutSlightLeftCounterclockwise, .roundaboutStraightCounterclockwise,
                .roundaboutSlightRightCounterclockwise, .roundaboutRightCounterclockwise,
                .roundaboutSharpRightCounterclockwise, .roundaboutUTurnCounterclockwise,
                .roundaboutCounterclockwise,
            ]),
    ]

    @Test(
        arguments: expected)
    func `every type and modifier becomes its maneuver on both driving sides`(expectation: Expectation) throws {
        for (modifier, wanted) in zip(Self.modifiers, expectation.maneuvers) {
            let right = try maneuver(Step(type: expectation.type, modifier: modifier, side: "right"))
            #expect(right == wanted, "\(expectation.type) \(modifier ?? "-") on the right")
            let left = try maneuver(Step(type: expectation.type, modifier: modifier, side: "left"))
            #expect(
                left == Self.mirroredSense(wanted), "\(expectation.type) \(modifier ?? "-") on the left")
        }
    }

    @Test func `the exit angle of a roundabout determines its direction`() throws {
        let clockwiseFromStraight: [Maneuver] = [
            .roundaboutStraightCounterclockwise, .roundaboutSlightRightCounterclockwise,
            .roundaboutRightCounterclockwise, .roundaboutSharpRightCounterclockwise,
            .roundaboutUTurnCounterclockwise,
            .roundaboutSharpLeftCounterclockwise, .roundaboutLeftCounterclockwise,
            .roundaboutSlightLeftCounterclockwise,
        ]
        for (index, wanted) in clockwiseFromStraight.enumerated() {
            for entry in [0, 90, 350] {
                let exit = (entry + index * 45) % 360
                let steps = [
                    Step(
                        type: "roundabout",
                        maneuver: #""exit": 2, "bearing_before": \#(entry), "bearing_after": 0"#),
                    Step(
                        type: "exit roundabout", maneuver: #""bearing_before": 0, "bearing_after": \#(exit)"#),
                ]
                let step = try route(steps).legs[0].steps[1]
                #expect(step.maneuver == wanted)
                #expect(step.roundabout == Roundabout(exitCount: 2, exitAngleDegrees: Double(index * 45)))
            }
        }
    }

    @Test func `a slight bend without a choice is keep, not turn`() throws {
        let bend = Step(
            type: "continue", modifier: "slight left", intersection: #""entry": [false, true]"#)
        #expect(try maneuver(bend) == .turnKeepLeft)
        let choice = Step(
            type: "continue", modifier: "slight left", intersection: #""entry": [false, true, true]"#)
        #expect(try maneuver(choice) == .turnSlightLeft)
    }

    @Test func `the end of a road is marked`() throws {
        #expect(try route([Step(type: "end of road", modifier: "left")]).legs[0].steps[1].isEndOfRoad)
        #expect(try !route([Step(type: "turn", modifier: "left")]).legs[0].steps[1].isEndOfRoad)
    }

    @Test func `boarding and leaving a ferry or a car train is marked`() throws {
        for (mode, boarding) in [("ferry", Maneuver.ferryBoat), ("train", .ferryTrain)] {
            let route = try route([
                Step(type: "notification", modifier: "straight", mode: mode),
                Step(type: "new name", modifier: "straight", mode: mode),
                Step(type: "turn", modifier: "right"),
            ])
            // Two steps aboard are one crossing.
            #expect(route.ferries == [GeometrySpan(fromIndex: 1, toIndex: 3)])
            let steps = route.legs[0].steps
            #expect(steps.map(\.ferry) == [.none, .enter, .none, .exit, .none])
            #expect(steps[1].maneuver == boarding)
            #expect(steps[3].maneuver == .turnRight)
        }
    }

    private func route(_ steps: [Step]) throws -> Route {
        try RouteDocument.read(Documents.osrm(steps))[0]
    }

    private func maneuver(_ step: Step) throws -> Maneuver {
        try route([step]).legs[0].steps[1].maneuver
    }

    /// The same maneuver in left-hand traffic, by its name.
    private static func mirroredSense(_ maneuver: Maneuver) -> Maneuver {
        let name = "\(maneuver)".replacing("Counterclockwise", with: "Clockwise")
        return Maneuver.allCases.first { "\($0)" == name } ?? maneuver
    }
}
