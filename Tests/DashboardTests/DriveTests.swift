import Dashboard
import NavigationEvents
import Pictures
import Testing

@Suite("A drive on the display")
struct DriveTests {
    @Test func `before the first event the dashboard is empty`() {
        let dashboard = Dashboard()
        #expect(dashboard.phase == .idle)
        #expect(!dashboard.isBusAlive && !dashboard.isStale)
        #expect(dashboard.instruction == nil && dashboard.lanes.isEmpty && dashboard.activeUtterance == nil)
    }

    @Test func `one event of guidance draws the whole display`() throws {
        var dashboard = Dashboard()
        var info = NavigationInfo.make(
            .make(1, .turnLeft, lanes: .twoLeftOfThree), inMeters: 300, then: .make(2, .turnRight, onto: "Kurfürsten"))
        info.maneuverToNextMeters = 120
        info.currentStreetName = "Rohrbacher Straße"
        info.speedLimit = SpeedLimit(metersPerSecond: 13.9, isExplicit: true)
        dashboard.update(info, at: .at(0))
        let instruction = try #require(dashboard.instruction)
        #expect(dashboard.phase == .guiding)
        #expect(instruction.sign.picture == .turn(.left))
        #expect(instruction.street == "Berliner Straße")
        #expect(instruction.distanceMeters == 300)
        #expect(dashboard.later.map(\.street) == ["Kurfürsten"])
        #expect(dashboard.later.first?.metersFromPrevious == 120)
        #expect(dashboard.lanes == .twoLeftOfThree)
        #expect(dashboard.currentStreet == "Rohrbacher Straße")
        #expect(dashboard.speedMetersPerSecond == 10 && !dashboard.isOverLimit)
        #expect(dashboard.arrival == Timestamp(nanosecondsSinceEpoch: 1_700_000_060_000_000_000))
    }

    @Test func `a drive passes through its phases from start to arrival`() {
        var dashboard = Dashboard()
        dashboard.update(Fix.make(), at: .at(0))
        #expect(dashboard.phase == .idle && dashboard.fix != nil)
        dashboard.update(Route.make(), at: .at(1))
        #expect(dashboard.phase == .guiding && dashboard.instruction == nil)
        #expect(dashboard.route?.number == 1 && dashboard.destination == "Bismarckplatz")
        dashboard.update(.make(.make(lanes: .twoLeftOfThree), inMeters: 900), at: .at(2))
        #expect(dashboard.lanes.isEmpty, "they do not matter yet")
        dashboard.update(.make(.make(lanes: .twoLeftOfThree), inMeters: 400), at: .at(3))
        #expect(dashboard.lanes == .twoLeftOfThree)
        dashboard.update(.make(.make(2, .destination), inMeters: 800), at: .at(4))
        #expect(dashboard.lanes.isEmpty && dashboard.instruction?.sign.picture == .destination)
        var last = NavigationInfo.make(.make(2, .destination), inMeters: 0)
        last.isDestinationReached = true
        dashboard.update(last, at: .at(5))
        #expect(dashboard.phase == .arrived && dashboard.instruction != nil)
        dashboard.stopNavigation(at: .at(5))
        #expect(dashboard.phase == .arrived && dashboard.instruction == nil)
        #expect(dashboard.destination == "Bismarckplatz" && dashboard.route == nil)
        dashboard.update(Route.make("second", stopovers: [""]), at: .at(60))
        #expect(dashboard.phase == .guiding && dashboard.destination.isEmpty && dashboard.route?.number == 2)
    }

    @Test func `off route, the failure of the search replaces sign and lanes`() {
        var dashboard = Dashboard()
        dashboard.update(.make(.make(lanes: .twoLeftOfThree)), at: .at(0))
        var info = NavigationInfo.make(.make(lanes: .twoLeftOfThree), state: .rerouting)
        info.isOffRoute = true
        info.rerouting = Rerouting(attempts: 2, failure: "reach\u{1B}[2J the router")
        dashboard.update(info, at: .at(1))
        #expect(dashboard.phase == .rerouting && dashboard.isOffRoute)
        #expect(dashboard.instruction == nil && dashboard.later.isEmpty && dashboard.lanes.isEmpty)
        #expect(dashboard.rerouting?.failure == "reach [2J the router")
        dashboard.update(Route.make("second"), at: .at(2))
        dashboard.update(.make(route: "second"), at: .at(2))
        #expect(dashboard.phase == .guiding && dashboard.rerouting == nil && !dashboard.isOffRoute)
    }

    @Test func `a stop before the destination is not an arrival`() {
        var dashboard = Dashboard()
        dashboard.update(Route.make(), at: .at(0))
        dashboard.update(.make(), at: .at(0))
        dashboard.stopNavigation(at: .at(1))
        #expect(dashboard.phase == .idle && dashboard.destination.isEmpty)
    }

    @Test func `the next stopover is named unless it is the destination`() {
        var dashboard = Dashboard()
        dashboard.update(Route.make(stopovers: ["Neckarwiese", "Bismarckplatz"]), at: .at(0))
        var info = NavigationInfo.make()
        info.toStopover = Remaining(distanceMeters: 200, durationSeconds: 20)
        dashboard.update(info, at: .at(0))
        #expect(dashboard.stopover == "Neckarwiese" && dashboard.toStopover?.distanceMeters == 200)
        info.stopoversReached = 1
        info.toStopover = info.toDestination
        dashboard.update(info, at: .at(1))
        #expect(dashboard.stopover.isEmpty && dashboard.toStopover == nil && dashboard.stopoverArrival == nil)
    }

    @Test func `the remaining stopovers are those that are neither reached nor skipped`() {
        var dashboard = Dashboard()
        dashboard.update(Route.make(stopovers: ["Neckarwiese", "Bismarckplatz", "Schloss", "Bahnhof"]), at: .at(0))
        #expect(dashboard.remainingStopovers.count == 4)
        var info = NavigationInfo.make()
        (info.stopoversReached, info.stopoversSkipped) = (1, 1)
        dashboard.update(info, at: .at(0))
        #expect(dashboard.remainingStopovers.map(\.name) == ["Schloss", "Bahnhof"])
        for count in [-5, 9, Int.max] {
            info.stopoversReached = count
            dashboard.update(info, at: .at(1))
            #expect(dashboard.remainingStopovers.isEmpty)
        }
        dashboard.stopNavigation(at: .at(2))
        #expect(dashboard.remainingStopovers.isEmpty)
    }

    @Test func `names are safe to show, and a missing name is empty`() {
        var dashboard = Dashboard()
        let sign = Signpost(destinations: ["Mann\u{202E}heim", ""], refs: ["A 5"])
        dashboard.update(.make(.make(onto: "", signpost: sign)), at: .at(0))
        #expect(dashboard.instruction?.street == "")
        #expect(dashboard.instruction?.towards == "A 5, Mann heim")
        dashboard.update(.make(.make(onto: "a\u{1B}]0:b\u{7}\u{9B}2Jc")), at: .at(0))
        #expect(dashboard.instruction?.street == "a ]0:b  2Jc")
        dashboard.update(.make(.make(onto: "شارع الحمرا 🚲")), at: .at(0))
        #expect(dashboard.instruction?.street == "شارع الحمرا 🚲")
    }

    @Test func `speeding begins above the tolerance and ends at the limit`() {
        var dashboard = Dashboard()
        func isOver(_ speed: Double?, limit: SpeedLimit? = SpeedLimit(metersPerSecond: 10, isExplicit: true)) -> Bool {
            var info = NavigationInfo.make(speed: speed)
            info.speedLimit = limit
            dashboard.update(info, at: .at(0))
            return dashboard.isOverLimit
        }
        #expect(
            [9, 10.5, 11, 10.2, 9.9, 10.2, nil].map { isOver($0) } == [false, false, true, true, false, false, false])
        #expect(!isOver(60, limit: SpeedLimit(metersPerSecond: nil, isExplicit: true)))
        #expect(!isOver(60, limit: nil))
    }

    @Test(arguments: [Double.nan, .infinity, -5, 1e300]) func `impossible values are not shown`(_ value: Double) {
        var dashboard = Dashboard()
        var info = NavigationInfo.make(inMeters: value, speed: value)
        info.maneuverToNextMeters = value
        info.speedLimit = SpeedLimit(metersPerSecond: value, isExplicit: false)
        info.toDestination = Remaining(distanceMeters: 10, durationSeconds: value)
        dashboard.update(info, at: .at(0))
        #expect(dashboard.instruction?.bar == nil && dashboard.instruction?.distanceMeters == nil)
        #expect(dashboard.arrival == nil && dashboard.toDestination == nil)
    }
}
