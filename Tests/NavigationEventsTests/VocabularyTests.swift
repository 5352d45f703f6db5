import NavigationEvents
import Testing

/// The values of the contract never change; later versions only add to them.
@Suite struct VocabularyTests {
    @Test func `a member has a name in words for people`() {
        #expect(Maneuver.turnSharpLeft.words == "turn sharp left")
        #expect(NavigationState.enroute.words == "enroute")
        #expect(RequestError.Code.noSuchSession.words == "no such session")
    }

    @Test func `the 66 maneuvers are numbered without gaps`() {
        #expect(Maneuver.allCases.map(\.rawValue) == Array(0...65))
    }

    @Test func `each of the 20 roundabout maneuvers exists in both directions`() {
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

    @Test func `an unknown number becomes the neutral case`() {
        #expect(Maneuver(wireValue: 66) == .unknown)
        #expect(LaneShape(wireValue: -1) == .unknown)
        #expect(DrivingSide(wireValue: 99) == .none)
        #expect(NavigationState(wireValue: .max) == .unknown)
    }

    @Test func `the neutral case of every enumeration is zero`() {
        func neutral<E: OpenEnumeration>(_: E.Type) -> Int32 { E.unrecognized.rawValue }
        let neutrals = [
            neutral(Maneuver.self), neutral(LaneShape.self), neutral(NavigationState.self), neutral(DrivingSide.self),
            neutral(TunnelMode.self), neutral(FerryMode.self), neutral(Passage.self), neutral(RoadClassChange.self),
            neutral(FixQuality.self), neutral(LandmarkKind.self), neutral(LandmarkRelation.self),
            neutral(LandmarkSide.self),
            neutral(TravelMode.self), neutral(RouteReason.self), neutral(CueStage.self), neutral(CueSubject.self),
            neutral(CuePriority.self), neutral(PositionStatus.self), neutral(ReportKind.self), neutral(Verbosity.self),
            neutral(RequestError.Code.self), neutral(ControlState.self),
        ]
        #expect(neutrals.allSatisfy { $0 == 0 })
    }
}

@Suite struct SessionTests {
    @Test(arguments: ["", "Main", "a/b", "ä", "two words", String(repeating: "x", count: 33)])
    func `a session name that would break a topic is refused`(name: String) {
        #expect(Session(name) == nil)
    }

    @Test func `the slash keeps onNavigation from matching onNavigationStarted`() throws {
        let van = try #require(Session("van-7"))
        #expect(Topic.onNavigation.wireName(session: van) == "onNavigation/van-7")
        #expect(!Topic.onNavigationStarted.wireName(session: van).hasPrefix(Topic.onNavigation.wireName(session: van)))
    }
}
