import TestSupport
import Announcements
import NavigationEvents
import Testing

@Suite struct AnnouncementGeneratorTests {
    @Test func `a turn is announced with its distance then now`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let step = Step.make(.turnLeft, onto: "Mill Road")
        let early = try generator.announcement(for: .make(.make(.prepare, meters: 296), step: step))
        let now = try generator.announcement(for: .make(.make(.now, meters: 40), step: step))
        #expect(early?.text == "in 300 meters turn left onto Mill Road")
        #expect(now?.text == "now turn left onto Mill Road")
        #expect(early?.cue == CueReference(identity: 1, stage: .prepare))
        #expect(now?.priority == .now)
    }

    @Test func `the same event a hundred times gives one text`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let info = NavigationInfo.make(.make())
        let texts = try (0..<100).compactMap { _ in try generator.announcement(for: info)?.text }
        #expect(texts == ["now turn left"])
    }

    @Test func `a replaced route with the same maneuver is not announced again`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let texts = try (0..<20).compactMap { route in
            try generator.announcement(
                for: .make(
                    .make(.prepare, step: route), step: .make(number: route), meters: 300 - Double(route),
                    route: "\(route)"))?.text
        }
        #expect(texts == ["in 300 meters turn left"])
    }

    @Test func `the next navigation announces the same maneuver again`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let info = NavigationInfo.make(.make())
        #expect(try generator.announcement(for: info) != nil)
        generator.navigationStopped()
        #expect(try generator.announcement(for: info) != nil)
    }

    @Test func `there is no announcement without a cue or without navigation`() throws {
        #expect(try AnnouncementGenerator.text(.make(nil)) == nil)
        #expect(try AnnouncementGenerator.text(.make(.make(), state: .stopped)) == nil)
        #expect(try AnnouncementGenerator.text(.make(.make(), state: .unknown)) == nil)
    }

    @Test func `the last event announces the arrival`() throws {
        var info = NavigationInfo.make(.make(.now, .destination), step: .make(.destinationLeft), state: .stopped)
        info.isDestinationReached = true
        info.currentStep = nil
        #expect(try AnnouncementGenerator.text(info) == "you have arrived")
    }

    @Test func `the side of the destination is announced if the language has a phrase for it`() throws {
        let table = SpokenEnglish.table(with: ["targetAreaEnterLeft": "here it is, on the left"])
        let info = NavigationInfo.make(.make(.now, .destination), step: .make(.destinationLeft))
        #expect(try AnnouncementGenerator.text(info, strings: table) == "here it is, on the left")
        #expect(try AnnouncementGenerator.text(info) == "you have arrived")
    }

    @Test func `destination and stopover are announced in advance`() throws {
        let ahead = NavigationInfo.make(.make(.prepare, .destination), step: .make(.destination))
        #expect(try AnnouncementGenerator.text(ahead) == "in 300 meters you will arrive")
        let stop = NavigationInfo.make(.make(.now, .stopover), step: .make(.destination))
        #expect(try AnnouncementGenerator.text(stop) == "you are at your stopover")
    }

    @Test func `two maneuvers are chained and the second follows immediately`() throws {
        let next = Step.make(.turnRight, number: 4)
        let cue = Cue.make(.now, includesNext: true)
        #expect(try AnnouncementGenerator.text(.make(cue, then: next)) == "now turn left, then turn right")
        let soon = Cue.make(.prepare, includesNext: true, isNextImmediate: true)
        #expect(
            try AnnouncementGenerator.text(.make(soon, step: .make(onto: "Mill Road"), then: next))
                == "in 300 meters turn left onto Mill Road, then now turn right")
        let table = SpokenEnglish.table(with: ["immediately": "at once"])
        #expect(
            try AnnouncementGenerator.text(.make(soon, then: next), strings: table)
                == "in 300 meters turn left, then at once turn right")
    }

    @Test func `the destination and a stopover can be the second maneuver of a chain`() throws {
        var info = NavigationInfo.make(
            .make(includesNext: true), step: .make(.turnRight), then: .make(.destination, number: 4))
        #expect(try AnnouncementGenerator.text(info) == "now turn right, then you will arrive")
        info.remainingSteps.append(.make(.depart, number: 5))
        #expect(try AnnouncementGenerator.text(info) == "now turn right, then you are at your stopover")
    }

    @Test func `a turn at the end of the road needs no distance`() throws {
        let step = Step.make(.turnRight, onto: "Mill Road", isEndOfRoad: true)
        let cue = Cue.make(.prepare)
        #expect(
            try AnnouncementGenerator.text(.make(cue, step: step))
                == "at the end of the road turn right onto Mill Road")
        #expect(try AnnouncementGenerator.text(.make(.make(.far), step: step))?.hasPrefix("in 300 meters") == true)
        let table = SpokenEnglish.table(without: ["endOfStreetMan"])
        #expect(
            try AnnouncementGenerator.text(.make(cue, step: step), strings: table)
                == "in 300 meters turn right onto Mill Road")
    }

    @Test func `long roads and leaving the route have announcements`() throws {
        let follow = NavigationInfo.make(.make(.follow, .followRoad, meters: 12_300))
        #expect(try AnnouncementGenerator.text(follow) == "follow the road")
        let table = SpokenEnglish.table(with: ["followRoad": "follow the road| for |DISTANCE"])
        #expect(try AnnouncementGenerator.text(follow, strings: table) == "follow the road for 12 kilometers")
        var lost = NavigationInfo.make(.make(.now, .offRoute), state: .rerouting)
        lost.currentStep = nil
        #expect(try AnnouncementGenerator.text(lost) == "turn round if possible")
    }

    @Test func `the announced distance is the present one, not that of the cue`() throws {
        let late = NavigationInfo.make(.make(.prepare, meters: 500), meters: 210)
        #expect(try AnnouncementGenerator.text(late) == "in 200 meters turn left")
    }

    @Test func `an announcement carries the rest of the validity of its cue`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let info = NavigationInfo.make(.make(), at: .noon.later(seconds: 3))
        #expect(try generator.announcement(for: info)?.validForSeconds == 5)
    }

    @Test func `the estimated duration grows with the text`() {
        let rate = SpeakingRate(SpokenEnglish.table)
        #expect(rate.seconds(for: "") == 0)
        #expect(rate.seconds(for: "fifteen letters") == 1.4)
        #expect(rate.seconds(for: "637") == 1.4, "six hundred thirty seven")
        let slow = SpeakingRate(SpokenEnglish.table, AnnouncementSettings(voiceSpeed: 0.5))
        #expect(slow.seconds(for: "fifteen letters") == 2.4)
    }

    @Test func `a cue for a missing step is an error once`() throws {
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        let info = NavigationInfo.make(.make(step: 9))
        #expect(throws: AnnouncementError.missingStep(number: 9)) { try generator.announcement(for: info) }
        #expect(try generator.announcement(for: info) == nil)
    }

    @Test func `the text for a list has no distance`() {
        let generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        #expect(generator.listText(for: .make(.turnLeft, onto: "Mill Road")) == "turn left onto Mill Road")
        #expect(generator.listText(for: .make(.destinationRight)) == "destination")
        let mute = AnnouncementGenerator(strings: StringTable(texts: [:]))
        #expect(mute.listText(for: .make()) == nil)
        #expect(mute.listText(for: .make(.destination)) == nil)
    }
}
