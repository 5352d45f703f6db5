import NavigationEvents
import Testing

/// The vocabulary is a contract: its size and numbers never change, they are only added to.
@Suite struct VocabularyTests {
    @Test func `there are 66 maneuvers numbered without a hole`() {
        #expect(Maneuver.allCases.map(\.rawValue) == Array(0...65))
    }

    @Test func `there are 20 roundabout maneuvers and every handedness has its twin`() {
        let roundabouts = Maneuver.allCases.filter(\.isRoundabout)
        #expect(roundabouts.count == 20)
        let names = Set(roundabouts.map { "\($0)" })
        for name in names where name.hasSuffix("Counterclockwise") {
            #expect(names.contains(name.replacing("Counterclockwise", with: "Clockwise")))
        }
    }

    @Test func `there are ten lane shapes`() {
        #expect(LaneShape.allCases.map(\.rawValue) == Array(0...9))
    }

    @Test func `a number nobody knows reads as the neutral member`() {
        #expect(Maneuver(wireValue: 66) == .unknown)
        #expect(LaneShape(wireValue: -1) == .unknown)
        #expect(DrivingSide(wireValue: 99) == .none)
        #expect(NavigationState(wireValue: .max) == .unknown)
    }

    @Test func `the neutral member of every enumeration is zero`() {
        func neutral<E: OpenEnumeration>(_: E.Type) -> Int32 { E.unrecognized.rawValue }
        let neutrals = [
            neutral(Maneuver.self), neutral(LaneShape.self), neutral(NavigationState.self), neutral(DrivingSide.self),
            neutral(TunnelMode.self), neutral(FerryMode.self), neutral(RoadClassChange.self), neutral(FixQuality.self),
            neutral(TravelMode.self), neutral(RouteReason.self), neutral(CueStage.self), neutral(CueSubject.self),
            neutral(CuePriority.self), neutral(PositionStatus.self), neutral(ReportKind.self), neutral(Verbosity.self),
            neutral(RequestError.Code.self), neutral(ControlState.self),
        ]
        #expect(neutrals.allSatisfy { $0 == 0 })
    }
}

@Suite struct SessionTests {
    @Test(arguments: ["", "Main", "a/b", "ä", "two words", String(repeating: "x", count: 33)])
    func `a name that would break a topic is refused`(name: String) {
        #expect(Session(name) == nil)
    }

    @Test func `the slash keeps navigation apart from navigation started`() throws {
        let van = try #require(Session("van-7"))
        #expect(Topic.onNavigation.wireName(session: van) == "onNavigation/van-7")
        #expect(!Topic.onNavigationStarted.wireName(session: van).hasPrefix(Topic.onNavigation.wireName(session: van)))
    }
}
