import Announcements
import NavigationEvents
import Testing

/// The phrases that depend on the name of a street.
@Suite struct StreetPatternTests {
    private func table(_ streets: String, _ strings: String = "") throws -> StringTable {
        try StringTable(
            toml: """
                [strings]
                guidance_nowMan1 = "|MANOEUVRE1 |STREETNAME"
                guidance_turnLeft = "turn left"
                guidance_motorwayEnter = "join the motorway"
                guidance_streetDirectionSep = "onto"
                \(strings)
                [cases.bent]
                "er" = "en"
                [streets]
                \(streets)
                """
        )
    }

    private func said(_ street: String, _ table: StringTable, _ step: Step = .make()) throws -> String? {
        var step = step
        (step.fullRoadName, step.simpleRoadName) = (street, street)
        return try AnnouncementGenerator.text(.make(.make(), step: step), strings: table)
    }

    @Test func `the longest pattern wins, and the beginning of a name precedes its end`() throws {
        let table = try table(
            """
            "*street" = "into %n"
            "*high street" = "to the shops, %n"
            "Old *" = "along %n"
            """)
        #expect(try said("Mill Street", table) == "turn left into Mill Street")
        #expect(try said("The High Street", table) == "turn left to the shops, The High Street")
        #expect(try said("Old High Street", table) == "turn left along Old High Street")
        #expect(try said("Old Kent Road", table) == "turn left along Old Kent Road")
        #expect(try said("Street", table) == "turn left onto Street", "nothing is left for the rest")
        #expect(try said("Broadway", table) == "turn left onto Broadway")
    }

    @Test func `road numbers have their own patterns`() throws {
        let table = try table(
            """
            "#" = "onto the %n"
            "A#" = "up the %n"
            "B*" = "by %n"
            """)
        #expect(try said("E35", table) == "turn left onto the E 35")
        #expect(try said("A7", table) == "turn left up the A 7")
        #expect(try said("Ash 7", table) == "turn left onto Ash 7")
        #expect(try said("Birch Road", table) == "turn left by Birch Road")
    }

    @Test func `a pattern may inflect the name`() throws {
        let table = try table(#""*weg" = "in den %n{bent}""#)
        #expect(try said("Neuer Weg", table) == "turn left in den Neuen Weg")
    }

    @Test func `the text for the phrase before the street precedes the patterns`() throws {
        let table = try table(##""#" = "onto the %n""##, ##"guidance_streetDirectionSep_motorwayEnter = ", %n""##)
        #expect(try said("M62", table, .make(.mergeLeft, change: .motorwayEnter)) == "join the motorway, M 62")
        #expect(try said("M62", table) == "turn left onto the M 62")
    }

    @Test func `a table with an empty street phrase disables all patterns`() throws {
        let silent = try StringTable(toml: "[strings]\nguidance_streetDirectionSep = \"\"")
        #expect(try said("M62", silent.overlaid(on: table(##""#" = "onto the %n""##))) == "turn left")
    }

    @Test func `a pattern of the user overrides the shipped one`() throws {
        let shipped = try table(
            """
            "*road" = "onto %n"
            "*street" = "into %n"
            """)
        let own = try StringTable(toml: "[streets]\n\"*Street\" = \"up %n\"\n\"*road\" = \"\"").overlaid(on: shipped)
        #expect(try said("Mill Street", own) == "turn left up Mill Street")
        #expect(try said("Mill Road", own) == "turn left onto Mill Road", "an empty one is none")
    }

    @Test(arguments: ["straße", "*a*", "*#", ""])
    func `a text without exactly one placeholder is not a pattern`(_ pattern: String) {
        #expect {
            try StringTable(toml: "[streets]\n\"\(pattern)\" = \"into %n\"", name: "own.toml")
        } throws: { error in
            let text = "\(error)"
            return text.contains("own.toml:2") && text.contains("\"\(pattern)\"") && text.contains("\"*straße\"")
        }
    }
}
