import Announcements
import NavigationEvents
import Testing

/// Rules that hold for every language and every event.
@Suite struct LanguageInvariantTests {
    private static let extras = ["roundaboutExitMore": "take exit number %n", "immediately": "at once"]

    private func isWellFormed(_ text: String) -> Bool { Wellformed.flaw(in: text) == nil }

    @Test func `every announcement is a well-formed sentence`() throws {
        let table = SpokenEnglish.table(with: Self.extras)
        for info in ManyMoments.all {
            let text = try #require(try AnnouncementGenerator.text(info, strings: table))
            if !isWellFormed(text) { Issue.record("\(text)") }
        }
    }

    @Test func `every id of the vocabulary is used`() throws {
        let strings = AskedStrings(SpokenEnglish.table(with: Self.extras))
        for info in ManyMoments.all { _ = try AnnouncementGenerator.text(info, strings: strings) }
        _ = AnnouncementGenerator(strings: strings).listText(for: .make(.destination))
        #expect(Set(SpokenEnglish.ids).subtracting(strings.asked) == [])
    }

    /// An unused key would be translated in vain.
    @Test func `every extra is used`() throws {
        let strings = AskedStrings(SpokenEnglish.table(with: SpokenEnglish.extras))
        let plain = AskedStrings(SpokenEnglish.table)
        for info in ManyMoments.all { _ = try AnnouncementGenerator.text(info, strings: plain) }
        for info in ManyMoments.all + ManyMoments.lanes {
            for units in UnitSystem.allCases {
                _ = try AnnouncementGenerator.text(info, strings: strings, settings: AnnouncementSettings(units: units))
            }
        }
        for destination in [Maneuver.destination, .destinationLeft, .destinationRight] {
            var generator = AnnouncementGenerator(strings: strings)
            _ = generator.listText(for: .make(.destination))
            generator.navigationStarted(.make(.car, stopName: "Museum"))
            _ = try generator.announcement(for: .make(.make(.now, .destination), step: .make(destination)))
        }
        // Only a search for another route needs these two.
        let askedElsewhere = Set(StringKey.displays)
        #expect(Set(StringKey.all).subtracting(strings.asked).subtracting(plain.asked) == askedElsewhere)
    }

    @Test func `a table without any one id still gives well-formed sentences`() throws {
        let keys = SpokenEnglish.ids.map { String($0.dropFirst("guidance_".count)) } + SpokenEnglish.units.keys
        for missing in keys {
            let table = SpokenEnglish.table(without: [missing], with: Self.extras)
            for info in ManyMoments.all {
                do throws(AnnouncementError) {
                    var generator = AnnouncementGenerator(strings: table)
                    let text = try generator.announcement(for: info)?.text ?? ""
                    let isSaidToBeAway = text.hasPrefix("in ") && !text.hasPrefix("in the tunnel")
                    let isWhole = isWellFormed(text) && !text.hasSuffix("then")
                    if !isWhole || isSaidToBeAway && !text.contains(where: \.isNumber) {
                        Issue.record("without \(missing): \(text)")
                    }
                } catch {
                    // Only a missing phrase for the maneuver itself is an error.
                    if error.missingIDs.last != "guidance_" + missing { Issue.record("without \(missing): \(error)") }
                }
            }
        }
    }

    @Test func `an empty table gives an error for every announcement`() {
        for info in ManyMoments.all {
            #expect(throws: AnnouncementError.self) {
                try AnnouncementGenerator.text(info, strings: StringTable(texts: [:]))
            }
        }
    }

    @Test func `the grammar determines the word order`() throws {
        let reversed = SpokenEnglish.table(with: [
            "distMan1": "|SIGNPOST |STREETNAME |MANOEUVREADDON |MANOEUVRE1 |TUNNEL |DISTANCE|ni",
            "distMan1ThenMan2":
                "|MANOEUVREADDON |MANOEUVRE2 |IMMEDIATELY |retfa |MANOEUVREADDON |MANOEUVRE1 |DISTANCE|ni",
            "streetDirectionSep": "%n otno", "unitMeters": "sretem%n",
        ])
        let step = Step.make(.turnLeft, onto: "Mill Road", tunnel: .inside)
        #expect(
            try AnnouncementGenerator.text(.make(.make(.prepare), step: step), strings: reversed)
                == "Mill Road otno turn left in the tunnel sretem300ni")
        let chain = NavigationInfo.make(
            .make(.prepare, includesNext: true), step: .make(.turnLeft, ferry: .enter),
            then: .make(.turnRight, number: 4, ferry: .exit))
        #expect(
            try AnnouncementGenerator.text(chain, strings: reversed)
                == "off the ferry turn right retfa onto the ferry turn left sretem300ni")
    }

    @Test func `a language without spaces has none in its sentences`() throws {
        let table = StringTable(texts: [
            "guidance_distMan1": "|DISTANCE先、|STREETNAME|MANOEUVRE1", "guidance_turnLeft": "左折です",
            "guidance_unitMeters": "%nメートル", "guidance_streetDirectionSep": "%nへ",
        ])
        let info = NavigationInfo.make(.make(.prepare), step: .make(.turnLeft, onto: "本町通り"))
        #expect(try AnnouncementGenerator.text(info, strings: table) == "300メートル先、本町通りへ左折です")
    }

    @Test func `names may contain any characters`() throws {
        for name in ["|MANOEUVRE1", "%n", "a\nb", "Ü\u{0}x", "\""] {
            let text = try AnnouncementGenerator.text(.make(.make(), step: .make(onto: name)))
            #expect(text?.hasPrefix("now turn left onto ") == true)
        }
        let long = Step.make(onto: String(repeating: "x", count: 5000))
        #expect(try AnnouncementGenerator.text(.make(.make(), step: long)) == "now turn left")
        #expect(try AnnouncementGenerator.text(.make(.make(.prepare), step: long)) == "in 300 meters turn left")
    }
}

extension AnnouncementError {
    fileprivate var missingIDs: [String] {
        if case .noPhrase(let ids) = self { return ids }
        return []
    }
}
