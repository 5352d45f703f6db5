import Announcements
import NavigationEvents
import Testing

/// Short announcements when there is little time.
@Suite struct BrevityTests {
    private static let signs = ["Ulm", "Aalen"]
    private static let least = "keep left"

    private func info(_ stage: CueStage, meters: Double, speed: Double?, isChain: Bool) -> NavigationInfo {
        var step = Step.make(.turnKeepLeft, onto: "Ebert-Anlage", towards: Self.signs)
        step.lanes = .make("oxx")
        var info = NavigationInfo.make(
            .make(stage, meters: meters, includesNext: isChain), step: step,
            then: isChain ? .make(.turnRight, number: 4, onto: "Plöck") : nil)
        info.fix.speedMetersPerSecond = speed
        return info
    }

    private func said(_ info: NavigationInfo) throws -> Announcement {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table(with: SpokenEnglish.extras))
        return try #require(try generator.announcement(for: info))
    }

    @Test(arguments: [CueStage.now, .prepare, .far], [false, true])
    func `only parts that do not end in time are omitted, never the maneuver`(_ stage: CueStage, isChain: Bool) throws {
        for meters in stride(from: 1.0, through: 400, by: 13) {
            let whole = try said(info(stage, meters: meters, speed: nil, isChain: isChain)).text
            var words = 0
            // More time never gives a shorter announcement.
            for speed in stride(from: 40.0, through: 1, by: -1.5) {
                let text = try said(info(stage, meters: meters, speed: speed, isChain: isChain)).text
                let left = meters / speed - 1.5
                let place: Comment = "\(meters) m at \(speed) m/s: \(text)"
                #expect(text.contains(Self.least), place)
                if SpeakingRate(SpokenEnglish.table).seconds(for: whole) <= left { #expect(text == whole, place) }
                if text != whole, SpeakingRate(SpokenEnglish.table).seconds(for: text) > left {
                    // The second maneuver stays too.
                    #expect(text.hasSuffix(isChain ? "\(Self.least), then turn right" : Self.least), place)
                }
                #expect(text.count >= words, place)
                words = text.count
            }
            #expect(try said(info(stage, meters: meters, speed: 0, isChain: isChain)).text == whole, "standing")
        }
    }

    @Test func `lanes, sign and street are left out in this order`() throws {
        var texts: [String] = []
        for speed in stride(from: 5.0, through: 60, by: 0.5) {
            let text = try said(info(.prepare, meters: 100, speed: speed, isChain: false)).text
            if texts.last != text { texts.append(text) }
        }
        #expect(
            texts == [
                "in 100 meters keep left onto Ebert-Anlage towards Ulm, Aalen, lanesLeft1",
                "in 100 meters keep left onto Ebert-Anlage towards Ulm, Aalen",
                "in 100 meters keep left onto Ebert-Anlage towards Ulm",
                "in 100 meters keep left onto Ebert-Anlage", "in 100 meters keep left",
            ])
    }

    /// Vehicles slow down before a corner, so there is more time than at the present speed.
    @Test func `slowing down for a corner leaves time for the street name`() throws {
        func text(_ maneuver: Maneuver) throws -> String {
            var info = NavigationInfo.make(.make(.now), step: .make(maneuver, onto: "Sheares Avenue"), meters: 54)
            info.fix.speedMetersPerSecond = 14
            info.cue?.validForSeconds = 0
            return try said(info).text
        }
        #expect(try text(.turnLeft) == "now turn left onto Sheares Avenue")
        #expect(try text(.forkLeft) == "now keep left")
    }

    @Test func `a now that is valid for longer, since the vehicle will slow down, keeps the street name`() throws {
        var info = NavigationInfo.make(.make(.now), step: .make(.forkLeft, onto: "Sheares Avenue"), meters: 54)
        info.fix.speedMetersPerSecond = 14
        info.cue?.validForSeconds = 6
        #expect(try said(info).text == "now keep left onto Sheares Avenue")
        // The event came late.
        info.fix.time = info.fix.time.advanced(bySeconds: 5)
        #expect(try said(info).text == "now keep left")
    }

    @Test func `lanes that were left out are announced later`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table(with: SpokenEnglish.extras))
        let hurried = try generator.announcement(for: info(.prepare, meters: 60, speed: 20, isChain: false))
        #expect(hurried?.laneText == "")
        var short = info(.now, meters: 60, speed: 3, isChain: false)
        short.currentStep?.fullRoadName = ""
        short.currentStep?.simpleRoadName = ""
        #expect(try generator.announcement(for: short)?.laneText == "lanesLeft1")
    }
}
