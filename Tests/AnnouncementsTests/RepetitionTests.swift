import Announcements
import NavigationEvents
import Testing

/// The requests of people: verbosity and repetitions.
@Suite struct RepetitionTests {
    private func generator(_ verbosity: Verbosity = .all) -> AnnouncementGenerator {
        AnnouncementGenerator(settings: AnnouncementSettings(verbosity: verbosity), strings: SpokenEnglish.table)
    }

    @Test func `a suppressed cue does not count as announced`() throws {
        var generator = generator(.silent)
        let info = NavigationInfo.make(.make(.prepare), meters: 210)
        #expect(try generator.announcement(for: info) == nil)
        generator.settings.verbosity = .all
        #expect(try generator.announcement(for: info)?.text == "in 200 meters turn left")
        #expect(try generator.announcement(for: info) == nil)
    }

    @Test func `alerts are announcements that need action now`() throws {
        func isSaid(_ stage: CueStage, _ subject: CueSubject) throws -> Bool {
            var generator = generator(.alerts)
            let info = NavigationInfo.make(
                .make(stage, subject), step: .make(subject == .destination ? .destination : .turnLeft))
            return try generator.announcement(for: info) != nil
        }
        #expect(try isSaid(.now, .maneuver) && isSaid(.now, .destination) && isSaid(.now, .stopover))
        #expect(try isSaid(.now, .offRoute))
        #expect(try !isSaid(.prepare, .maneuver) && !isSaid(.far, .maneuver) && !isSaid(.prepare, .destination))
        #expect(try !isSaid(.follow, .followRoad))
    }

    @Test func `a repetition announces the current maneuver with the present distance`() throws {
        var generator = generator(.silent)
        let info = NavigationInfo.make(.make(.prepare, meters: 300), step: .make(onto: "Mill Road"), meters: 180)
        for _ in 0..<3 {
            let answer = try #require(try generator.repeatAnnouncement(for: info))
            #expect(answer.text == "in 200 meters turn left onto Mill Road")
            #expect(answer.cue.identity == 1 && answer.validForSeconds > 0)
        }
    }

    @Test func `a cue is not announced again after its repetition was requested`() throws {
        var generator = generator()
        let info = NavigationInfo.make(.make(.prepare))
        #expect(try generator.repeatAnnouncement(for: info) != nil)
        #expect(try generator.announcement(for: info) == nil)
        #expect(try generator.announcement(for: .make(.make(.now))) != nil)
    }

    @Test func `a repetition without a cue announces the next decision`() throws {
        var generator = generator()
        var second = Step.make(.turnRight, number: 4)
        second.distanceFromPreviousMeters = 400
        let info = NavigationInfo.make(nil, step: .make(.nameChange), then: second, meters: 500)
        #expect(try generator.repeatAnnouncement(for: info)?.text == "in 900 meters turn right")
        let near = NavigationInfo.make(nil, step: .make(.turnRight), meters: 12)
        #expect(try generator.repeatAnnouncement(for: near)?.text == "now turn right")
        let arriving = NavigationInfo.make(nil, step: .make(.destination), meters: 120)
        #expect(try generator.repeatAnnouncement(for: arriving)?.text == "in 100 meters you will arrive")
    }

    @Test func `a repetition announces the arrival at the end and a U-turn off the route`() throws {
        var generator = generator()
        var arrived = NavigationInfo.make(.make(.now, .destination), step: .make(.destination), state: .stopped)
        arrived.isDestinationReached = true
        #expect(try generator.repeatAnnouncement(for: arrived)?.text == "you have arrived")
        var astray = NavigationInfo.make(nil, state: .rerouting)
        astray.isOffRoute = true
        astray.currentStep = nil
        #expect(try generator.repeatAnnouncement(for: astray)?.text == "turn round if possible")
        #expect(try generator.repeatAnnouncement(for: .make(.make(), state: .stopped)) == nil)
    }

    @Test func `lanes are announced once for each maneuver`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table(with: SpokenEnglish.extras))
        var step = Step.make()
        step.lanes = .make("oxx")
        let early = try #require(try generator.announcement(for: .make(.make(.prepare), step: step)))
        #expect(early.text == "in 300 meters turn left, lanesLeft1" && early.laneText == "lanesLeft1")
        let now = try #require(try generator.announcement(for: .make(.make(.now), step: step)))
        #expect(now.text == "now turn left" && now.laneText.isEmpty)
    }

    @Test func `a border and a toll are announced once with their maneuver`() throws {
        var generator = generator()
        let step = Step.make(.turnLeft, border: "CH")
        #expect(
            try generator.announcement(for: .make(.make(.prepare), step: step))?.text
                == "in 300 meters turn left, cross the border")
        #expect(try generator.announcement(for: .make(.make(.now), step: step))?.text == "now turn left")
        // The next maneuver has a border of its own.
        let other = NavigationInfo.make(.make(.now, identity: 2), step: step)
        #expect(try generator.announcement(for: other)?.text == "now turn left, cross the border")
    }

    @Test func `on board of a ferry no road is followed`() throws {
        var generator = generator()
        var info = NavigationInfo.make(.make(.follow, .followRoad, meters: 71_000))
        info.isOnFerry = true
        #expect(try generator.announcement(for: info) == nil)
        info.isOnFerry = false
        #expect(try generator.announcement(for: info)?.text == "follow the road")
    }

    @Test func `lanes can be turned off`() throws {
        var step = Step.make()
        step.lanes = .make("oxx")
        let info = NavigationInfo.make(.make(.prepare), step: step)
        let table = SpokenEnglish.table(with: SpokenEnglish.extras)
        let settings = AnnouncementSettings(speaksLanes: false)
        #expect(try AnnouncementGenerator.text(info, strings: table, settings: settings) == "in 300 meters turn left")
        #expect(try AnnouncementGenerator.text(info) == "in 300 meters turn left", "no words for them")
    }

    /// A cue may concern a step after the current one.
    @Test func `the distance to a later step is the present distance`() throws {
        var second = Step.make(.turnRight, number: 4)
        second.distanceFromPreviousMeters = 150
        let info = NavigationInfo.make(
            .make(.prepare, step: 4, meters: 800), step: .make(.straight), then: second, meters: 250)
        #expect(try AnnouncementGenerator.text(info) == "in 400 meters turn right")
    }

    @Test func `a repetition before a stopover does not announce the destination`() throws {
        var generator = generator()
        var info = NavigationInfo.make(nil, step: .make(.destination), meters: 120)
        info.toDestination = Remaining(distanceMeters: 5000, durationSeconds: 500)
        #expect(try generator.repeatAnnouncement(for: info)?.text == "in 100 meters you are at your stopover")
        info.toDestination = Remaining(distanceMeters: 120, durationSeconds: 15)
        #expect(try generator.repeatAnnouncement(for: info)?.text == "in 100 meters you will arrive")
    }

    @Test func `a turn at the end of the road has no distance even if the grammar has the field`() throws {
        let table = SpokenEnglish.table(with: ["endOfStreetMan": "in |DISTANCE |, at the end of the road |MANOEUVRE1"])
        let info = NavigationInfo.make(.make(.prepare), step: .make(.turnRight, isEndOfRoad: true))
        #expect(try AnnouncementGenerator.text(info, strings: table) == "at the end of the road turn right")
    }

    @Test func `a unit with only a grammatical case form is announced`() throws {
        let table = SpokenEnglish.table(
            without: ["unitMeters"], with: ["distMan1": "in |DISTANCE{bare} |MANOEUVRE1", "unitMeters_bare": "m"])
        #expect(try AnnouncementGenerator.text(.make(.make(.prepare)), strings: table) == "in 300 m turn left")
    }

    @Test func `a grammar without the maneuver is an error`() {
        let table = SpokenEnglish.table(with: ["distMan1": "in |DISTANCE"])
        #expect(throws: AnnouncementError.nothingToSay(grammar: "in |DISTANCE")) {
            try AnnouncementGenerator.text(.make(.make(.prepare)), strings: table)
        }
    }

    @Test func `syllabic characters take longer than letters`() {
        let rate = SpeakingRate(SpokenEnglish.table)
        #expect(rate.seconds(for: "左折です") > rate.seconds(for: "abcd"))
    }
}
