import Announcements
import NavigationEvents
import Testing

/// Rules for every table of navbus. Every file in the folder is tested.
@Suite struct ShippedLanguageTests {
    /// The keys whose text has a placeholder for a number or a name; units and street phrases may have one.
    private static let counting = ["roundaboutExitMore", "lanesLeftMore", "lanesRightMore"]
    private static let naming = ["streetDirection", "streetDirectionSep", "streetOn"] + StringKey.named
    /// Words that occur only in English.
    private static let english: Set<Substring> = [
        "the", "turn", "left", "right", "then", "take", "keep", "onto", "towards", "road", "lane", "lanes", "now",
        "and",
        "roundabout", "meters", "metres", "feet",
    ]

    @Test func `the languages folder has string tables`() {
        #expect(ShippedLanguages.tags.count >= 2)
    }

    @Test(arguments: ShippedLanguages.tags)
    func `a table has every key, a language, a name and a voice`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        #expect(table.language == tag, "the tag in the file is the one of its name")
        #expect(!table.languageName.isEmpty && !table.voice.isEmpty)
        for key in StringKey.all where table.text(for: key)?.isEmpty != false { Issue.record("\(tag) lacks \(key)") }
    }

    @Test(arguments: ShippedLanguages.tags) func `placeholders occur only where they are filled`(_ tag: String) throws {
        for (key, text) in try ShippedLanguages.table(tag).texts {
            let id = String(key.dropFirst(StringKey.prefix.count))
            let plain = ["_walking", "_cycling", "_then"].reduce(id) {
                $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
            }
            let names = Self.naming.contains(plain) || plain.hasPrefix("streetDirectionSep_") || plain == "roadNumber"
            let isGrammar =
                (StringKey.grammars + StringKey.extraGrammars).contains(plain) || plain == "followRoad"
            #expect(isGrammar || names || !text.contains("{"), "\(tag): \(key)")
            // A phrase may end with a verb that follows the street name.
            let hasVerb = text.contains(" |") && text.count { $0 == "|" } == 1 && !text.hasSuffix("|")
            #expect(isGrammar || names || !text.contains("|") || hasVerb, "\(tag): \(key)")
            let mayCount = Self.counting.contains(plain) || names || plain.hasPrefix("unit")
            let isRoundabout = plain.hasPrefix("roundaboutExit")
            #expect(isRoundabout == text.contains("%r"), "\(tag): \(key)")
            // The verb stays if the name of the roundabout is left out.
            #expect(!text.split(separator: "|").dropFirst().joined().contains("%r"), "\(tag): \(key)")
            #expect(mayCount || !text.replacing("%r", with: "").contains("%"), "\(tag): \(key)")
            #expect(!Self.counting.contains(plain) || text.contains("%n"), "\(tag): \(key)")
            #expect(!text.contains("  "), "\(tag): \(key)")
            if isGrammar { try expectFields(of: text, plain, "\(tag): \(key)") }
        }
    }

    private func expectFields(of text: String, _ id: String, _ place: Comment) throws {
        let grammar = Grammar(text)
        for piece in grammar.pieces where piece.field == nil {
            let capitals = piece.literal.prefix { $0.isASCII && $0.isUppercase || $0.isNumber }
            #expect(capitals.count < 4, place)
        }
        if id.hasPrefix("followRoad") {
            #expect(grammar.contains(.streetName) == (id == "followRoadOn"), place)
            return
        }
        #expect(grammar.contains(.maneuver1), place)
        #expect(grammar.contains(.maneuver2) == (id.hasSuffix("ThenMan2") || id == "startMan1"), place)
        if id.hasPrefix("distMan1") { #expect(grammar.contains(.distance), place) }
        if id == "endOfStreetMan" || id.hasPrefix("nowMan1") { #expect(!grammar.contains(.distance), place) }
        // At "now", the sign may be what identifies the maneuver.
        #expect(grammar.contains(.signpost) || id == "startMan1", place)
    }

    @Test(arguments: ShippedLanguages.tags) func `the phrases for left and right differ`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        for key in StringKey.all where key.contains("Left") {
            let other = key.replacing("Left", with: "Right")
            #expect(table.text(for: key) != table.text(for: other), "\(tag): \(key)")
        }
        let exits = (1...12).compactMap { table.text(for: "guidance_roundaboutExit\($0)") }
        #expect(Set(exits).count == 12, "\(tag): exits")
        #expect(table.text(for: "guidance_turnLeft") != table.text(for: "guidance_straightLeft"), "\(tag): sharp")
    }

    @Test(arguments: ShippedLanguages.tags) func `every moment has an announcement`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        let isEnglish = tag.hasPrefix("en")
        let ways: [(UnitSystem, TravelMode)] = [
            (.metric, .car), (.us, .car), (.uk, .car), (.metric, .foot), (.metric, .bicycle),
        ]
        for (units, mode) in ways {
            var generator = AnnouncementGenerator(settings: AnnouncementSettings(units: units), strings: table)
            generator.navigationStarted(.make(mode))
            for info in ManyMoments.all {
                generator.navigationStopped()
                let text = try generator.announcement(for: info)?.text ?? ""
                if let flaw = Wellformed.flaw(in: text) {
                    Issue.record("\(tag), \(units), \(mode): \(flaw) in \(text)")
                }
                let words = text.split(separator: " ")
                if !isEnglish, let word = words.first(where: Self.english.contains) {
                    Issue.record("\(tag) says \"\(word)\": \(text)")
                }
            }
        }
    }

    @Test(arguments: ShippedLanguages.tags) func `no phrase is left in English`(_ tag: String) throws {
        guard !tag.hasPrefix("en") else { return }
        let (own, english) = (try ShippedLanguages.table(tag), try ShippedLanguages.table("en-US"))
        let grammars = (StringKey.grammars + StringKey.extraGrammars).map { StringKey.prefix + $0 }
        // A single word may be the same in both languages.
        for key in StringKey.all where english.text(for: key)?.contains(" ") == true && !grammars.contains(key) {
            if key.hasSuffix("eparator") { continue }
            #expect(own.text(for: key) != english.text(for: key), "\(tag): \(key)")
        }
    }

    /// The text for 1, 2, 5, 1.5, 11, 21 and 22 kilometres.
    private static let kilometers: [String: [String]] = [
        "en-US": [
            "1 kilometer ", "2 kilometers", "5 kilometers", "one and a half kilometers", "11 kilometers",
            "21 kilometers",
            "22 kilometers",
        ],
        "en-GB": [
            "1 kilometre ", "2 kilometres", "5 kilometres", "one and a half kilometres", "11 kilometres",
            "21 kilometres",
            "22 kilometres",
        ],
        "de": [
            "in einem Kilometer ", "2 Kilometern", "5 Kilometern", "in anderthalb Kilometern", "11 Kilometern",
            "21 Kilometern",
            "22 Kilometern",
        ],
        // In French the plural begins at 2.
        "fr": [
            "1 kilomètre", "2 kilomètres", "5 kilomètres", "dans un kilomètre et demi,", "11 kilomètres",
            "21 kilomètres",
            "22 kilomètres",
        ],
        "es": [
            "a un kilómetro,", "2 kilómetros", "5 kilómetros", "un kilómetro y medio", "11 kilómetros",
            "veintiún kilómetros",
            "22 kilómetros",
        ],
        "it": [
            "tra un chilometro,", "2 chilometri", "5 chilometri", "un chilometro e mezzo", "11 chilometri",
            "21 chilometri",
        ],
        "nl": ["1 kilometer", "2 kilometer", "5 kilometer", "anderhalve kilometer", "11 kilometer", "21 kilometer"],
        "pl": [
            "za kilometr ", "2 kilometry", "5 kilometrów", "półtora kilometra", "11 kilometrów", "21 kilometrów",
            "22 kilometry",
        ],
        "ru": [
            "один километр ", "2 километра", "5 километров", "полтора километра", "11 километров",
            "двадцать один километр ",
            "22 километра",
        ],
        "ja": ["いちキロ", "にキロ", "ごキロ", "いってんごキロ", "じゅういちキロ", "21キロ", "22キロ"],
    ]

    @Test(arguments: ShippedLanguages.tags) func `the form of the unit matches the number`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        let expected = try #require(Self.kilometers[tag], "say here what kilometres are called in \(tag)")
        for (meters, words) in zip([1000, 2000, 5000, 1500, 11_000, 21_000, 22_000], expected) {
            let info = NavigationInfo.make(.make(.prepare), step: .make(.turnLeft), meters: Double(meters))
            let text = try #require(try AnnouncementGenerator.text(info, strings: table))
            #expect((text + " ").contains(words), "\(tag), \(meters) m: \(text)")
        }
    }

    /// Every language has lane phrases; pedestrians do not hear them.
    @Test(arguments: ShippedLanguages.tags) func `every language announces lanes`(_ tag: String) throws {
        let table = try ShippedLanguages.table(tag)
        var seen: Set<String> = []
        for lanes in [
            "ox", "oox", "ooox", "oooox", "xo", "xoo", "xooo", "xoooo", "xox", "xoox", "xooox", "xoxx", "xxox",
        ]
            + ["xxoxxx", "xxxoxx", "xooxx", "xxoox", "oxo"]
        {
            var step = Step.make(.turnLeft)
            step.lanes = .make(lanes)
            var generator = AnnouncementGenerator(strings: table)
            let announcement = try #require(
                try generator.repeatAnnouncement(for: .make(.make(.prepare), step: step)))
            #expect(
                !announcement.laneText.isEmpty && announcement.text.hasSuffix(announcement.laneText), "\(tag): \(lanes)"
            )
            if let flaw = Wellformed.flaw(in: announcement.text) {
                Issue.record("\(tag): \(flaw) in \(announcement.text)")
            }
            #expect(seen.insert(announcement.laneText).inserted, "\(tag): \(lanes) sound like others")
        }
    }
}

/// The errors that no sentence may have, in any language.
enum Wellformed {
    private static let flaws = ["  ", " ,", ",,", ".0 ", " 0 ", "|", "%", "{", "}", " .", "、、", "、 ", "_"]
    private static let ends: Set<Character> = [" ", ",", ".", "、", ";"]

    /// Returns the error of a text; `nil` if it is well formed.
    static func flaw(in text: String) -> String? {
        guard let first = text.first, let last = text.last else { return "nothing" }
        if ends.contains(first) { return "\"\(first)\" at the start" }
        if ends.contains(last) { return "\"\(last)\" at the end" }
        if (" " + text).contains(" 0 ") { return "zero" }
        return flaws.first(where: text.contains).map { "\"\($0)\"" }
    }
}
