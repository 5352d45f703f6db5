import Guidance
import NavigationEvents
import Testing

@Suite("Announced steps")
struct AnnouncedStepTests {
    /// The cues about maneuvers on a road whose steps are changed before the drive.
    private func cues(
        _ road: Road, speed: Double = 14, _ change: (inout Route) -> Void = { _ in }
    ) throws -> [Cue] {
        var route = road.route()
        change(&route)
        return try Journey.along(route, Drive(road: road, speed: speed).fixes()).cues.filter {
            $0.subject == .maneuver || $0.subject == .followRoad
        }
    }

    private static let straightOn = Road().straight(1200).turn(.straight, onto: "A").straight(600)

    @Test(arguments: [Maneuver.straight, .nameChange, .turnKeepLeft])
    func `straight ahead and a new name are announced where they are a decision`(maneuver: Maneuver) throws {
        let road = Road().straight(1200).turn(maneuver, onto: "A", by: 0).straight(600)
        #expect(try cues(road).isEmpty)
        let announced = try cues(road) { $0.legs[0].steps[1].isDecision = true }
        #expect(announced.map(\.stage) == [.prepare, .now])
    }

    @Test(
        arguments: [
            { $0.passage = .stairs }, { $0.borderCountryCode = "FR" }, { $0.beginsToll = true }, { $0.ferry = .exit },
        ] as [@Sendable (inout Step) -> Void])
    func `stairs, borders, tolls and ferries are announced at any maneuver`(
        mark: @Sendable (inout Step) -> Void
    ) throws {
        for maneuver in [Maneuver.unknown, .straight, .nameChange, .mergeLeft] {
            let road = Road().straight(1200).turn(maneuver, onto: "A", by: 0).straight(600)
            #expect(try cues(road).isEmpty, "\(maneuver)")
            let announced = try cues(road) { mark(&$0.legs[0].steps[1]) }
            var step = Step(number: 1, maneuver: maneuver, geometryIndex: 1)
            mark(&step)
            // A border or a toll on the road ahead needs no action, and no "now".
            let isOnce = step.isOnlyBorderOrToll
            #expect(announced.map(\.stage) == (isOnce ? [.prepare] : [.prepare, .now]), "\(maneuver)")
            #expect(announced.map(\.priority).contains(.event) == isOnce, "\(maneuver)")
        }
    }

    @Test func `straight ahead on the same road is announced once for close forks`() throws {
        func road(_ names: [String], meters: Double = 200) -> Road {
            names.reduce(Road().straight(1200)) { $0.turn(.straight, onto: $1).straight(meters) }
        }
        func announced(_ road: Road) throws -> Set<Int> {
            let cues = try cues(road) { route in
                for index in route.legs[0].steps.indices { route.legs[0].steps[index].isDecision = true }
            }
            return Set(cues.map(\.stepNumber))
        }
        #expect(try announced(road(["A", "A", "A"])) == [1])
        #expect(try announced(road(["A", "B", "B"])) == [1, 2])
        #expect(try announced(road(["A", "A"], meters: 400)) == [1, 2])
        // Ways without a name are not one road.
        #expect(try announced(road(["", ""])) == [1, 2])
    }

    @Test func `after half a minute a walker hears of the next fork`() throws {
        let road = Road().straight(300).turn(.straight, onto: "A").straight(100).turn(.straight, onto: "A")
            .straight(100)
        let cues = try cues(road, speed: 1.4) { route in
            route.travelMode = .foot
            for index in route.legs[0].steps.indices {
                let meters = route.legs[0].steps[index].distanceFromPreviousMeters
                route.legs[0].steps[index].isDecision = true
                route.legs[0].steps[index].durationFromPreviousSeconds = meters / 1.4
            }
        }
        #expect(Set(cues.map(\.stepNumber)) == [1, 2])
    }

    @Test func `on board nothing is announced but the end of the crossing`() throws {
        let road = Road().straight(1200).turn(.ferryBoat, onto: "River Ferry").straight(6000)
            .turn(.nameChange, onto: "Sea Ferry").straight(6000).turn(.turnRight, onto: "Pier").straight(6000)
            .turn(.turnLeft, onto: "Quay").straight(800)
        let cues = try cues(road) { route in
            let steps = route.legs[0].steps
            route.ferries = [GeometrySpan(fromIndex: steps[1].geometryIndex, toIndex: steps[4].geometryIndex)]
            route.legs[0].steps[1].ferry = .enter
            route.legs[0].steps[2].isDecision = true
            route.legs[0].steps[4].ferry = .exit
        }
        #expect(cues.map(\.stepNumber) == [1, 1, 4])
        #expect(cues.map(\.stage) == [.prepare, .now, .now])
    }

    @Test func `after a crossing without a maneuver at its end, announcements continue`() throws {
        let road = Road().straight(1200).turn(.ferryBoat, onto: "River Ferry").straight(1000).straight(1500)
            .turn(.turnRight, onto: "Quay").straight(800)
        let cues = try cues(road) { route in
            let start = route.legs[0].steps[1].geometryIndex
            route.ferries = [GeometrySpan(fromIndex: start, toIndex: start + 20)]
            route.legs[0].steps[1].ferry = .enter
        }
        #expect(cues.map(\.stepNumber) == [1, 1, 2, 2])
    }

    @Test func `the exit of a roundabout that was not entered is announced only when it is due`() throws {
        let road = Road().straight(6000).turn(.roundaboutExitCounterclockwise, onto: "A").straight(800)
        #expect(try cues(road, speed: 20).map(\.stage) == [.now])
    }
}
