import Announcements
import NavigationEvents
import Testing

/// What a person asks of the generator: how much is said, and what it was.
@Suite struct AskingTests {
    private func generator(_ verbosity: Verbosity = .all) -> AnnouncementGenerator {
        AnnouncementGenerator(settings: AnnouncementSettings(verbosity: verbosity), strings: SpokenEnglish.table)
    }

    @Test func `silence is not counted as said`() throws {
        var generator = generator(.silent)
        let info = NavigationInfo.make(.make(.prepare), meters: 210)
        #expect(try generator.announcement(for: info) == nil)
        generator.settings.verbosity = .all
        #expect(try generator.announcement(for: info)?.text == "in 200 meters turn left")
        #expect(try generator.announcement(for: info) == nil)
    }

    @Test func `alerts are what needs action now`() throws {
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

    @Test func `who asks is told what matters now with the present distance`() throws {
        var generator = generator(.silent)
        let info = NavigationInfo.make(.make(.prepare, meters: 300), step: .make(onto: "Mill Road"), meters: 180)
        for _ in 0..<3 {
            let answer = try #require(try generator.repeatAnnouncement(for: info))
            #expect(answer.text == "in 200 meters turn left onto Mill Road")
            #expect(answer.cue.identity == 1 && answer.validForSeconds > 0)
        }
    }

    @Test func `who asked is not told the same unasked`() throws {
        var generator = generator()
        let info = NavigationInfo.make(.make(.prepare))
        #expect(try generator.repeatAnnouncement(for: info) != nil)
        #expect(try generator.announcement(for: info) == nil)
        #expect(try generator.announcement(for: .make(.make(.now))) != nil)
    }

    @Test func `without a cue the next decision is told`() throws {
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

    @Test func `the last word is the arrival and off the route one turns around`() throws {
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

    @Test func `the lanes are said once for a maneuver`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table(with: SpokenEnglish.extras))
        var step = Step.make()
        step.lanes = .make("oxx")
        let early = try #require(try generator.announcement(for: .make(.make(.prepare), step: step)))
        #expect(early.text == "in 300 meters turn left, lanesLeft1" && early.laneText == "lanesLeft1")
        let now = try #require(try generator.announcement(for: .make(.make(.now), step: step)))
        #expect(now.text == "now turn left" && now.laneText.isEmpty)
    }

    @Test func `lanes can be switched off`() throws {
        var step = Step.make()
        step.lanes = .make("oxx")
        let info = NavigationInfo.make(.make(.prepare), step: step)
        let table = SpokenEnglish.table(with: SpokenEnglish.extras)
        let settings = AnnouncementSettings(speaksLanes: false)
        #expect(try AnnouncementGenerator.text(info, strings: table, settings: settings) == "in 300 meters turn left")
        #expect(try AnnouncementGenerator.text(info) == "in 300 meters turn left", "no words for them")
    }

    /// A cue may speak of a step behind the current one; its distance, too, is the present one.
    @Test func `the distance to a later step is the present one`() throws {
        var second = Step.make(.turnRight, number: 4)
        second.distanceFromPreviousMeters = 150
        let info = NavigationInfo.make(
            .make(.prepare, step: 4, meters: 800), step: .make(.straight), then: second, meters: 250)
        #expect(try AnnouncementGenerator.text(info) == "in 400 meters turn right")
    }

    @Test func `who asks before a stopover is not told of the destination`() throws {
        var generator = generator()
        var info = NavigationInfo.make(nil, step: .make(.destination), meters: 120)
        info.toDestination = Remaining(distanceMeters: 5000, durationSeconds: 500)
        #expect(try generator.repeatAnnouncement(for: info)?.text == "in 100 meters you are at your stopover")
        info.toDestination = Remaining(distanceMeters: 120, durationSeconds: 15)
        #expect(try generator.repeatAnnouncement(for: info)?.text == "in 100 meters you will arrive")
    }

    @Test func `at the end of the road no distance is said even where the table asks for one`() throws {
        let table = SpokenEnglish.table(with: ["endOfStreetMan": "in |DISTANCE |, at the end of the road |MANOEUVRE1"])
        let info = NavigationInfo.make(.make(.prepare), step: .make(.turnRight, isEndOfRoad: true))
        #expect(try AnnouncementGenerator.text(info, strings: table) == "at the end of the road turn right")
    }

    @Test func `a unit that only has a form of its case is said`() throws {
        let table = SpokenEnglish.table(
            without: ["unitMeters"], with: ["distMan1": "in |DISTANCE{bare} |MANOEUVRE1", "unitMeters_bare": "m"])
        #expect(try AnnouncementGenerator.text(.make(.make(.prepare)), strings: table) == "in 300 m turn left")
    }

    @Test func `a grammar without the maneuver is an error and no sentence`() {
        let table = SpokenEnglish.table(with: ["distMan1": "in |DISTANCE"])
        #expect(throws: AnnouncementError.nothingToSay(grammar: "in |DISTANCE")) {
            try AnnouncementGenerator.text(.make(.make(.prepare)), strings: table)
        }
    }

    @Test func `syllables take longer than letters`() {
        #expect(Announcement.estimatedSeconds(for: "左折です") > Announcement.estimatedSeconds(for: "abcd"))
    }
}
