import TestSupport
import Testing

@testable import Announcements

/// String tables in TOML.
@Suite struct TOMLTableTests {
    @Test func `a table has language, name, voice, texts, rules and endings`() throws {
        let table = try StringTable(
            toml: """
                language = "xx"
                name = "Xish"
                voice = "x"
                default = true
                [strings]
                guidance_turnLeft = "links"
                "guidance_unitKilometers_1.5" = "km"
                [plurals]
                one = "n = 1"
                [cases.accusative]
                "a" = "u"
                "ska" = "sko"
                """)
        #expect(table.language == "xx" && table.languageName == "Xish" && table.voice == "x" && table.isDefault)
        #expect(table.texts == ["guidance_turnLeft": "links", "guidance_unitKilometers_1.5": "km"])
        #expect(table.pluralCategory(ofTenths: 10) == "one" && table.pluralCategory(ofTenths: 20) == "other")
        #expect(table.inflect("ulica Dunajska  7", case: "accusative") == "ulicu Dunajsko  7")
        #expect(table.inflect("ulica", case: "genitive") == "ulica")
    }

    @Test func `a table overrides another one key by key`() throws {
        let lower = try StringTable(
            toml: """
                voice = "x"
                [strings]
                guidance_turnLeft = "left"
                guidance_turnRight = "right"
                guidance_now = "now"
                [plurals]
                one = "n = 1"
                [cases.a]
                x = "y"
                z = "z"
                """)
        let upper = try StringTable(
            toml: "[strings]\nguidance_turnLeft = \"port\"\nguidance_now = \"\"\n[cases.a]\nx = \"u\"")
        let table = upper.overlaid(on: lower)
        #expect(
            table.texts == ["guidance_turnLeft": "port", "guidance_turnRight": "right", "guidance_now": ""])
        #expect(table.voice == "x" && table.pluralCategory(ofTenths: 10) == "one")
        #expect(table.inflect("x z", case: "a") == "u z")
    }

    @Test(arguments: [
        ("[strings]\nguidance_turnLetf = \"x\"", "t.toml:2:1", "did you mean \"guidance_turnLeft\"?"),
        ("[strings]\nguidance_turnLeft = 1", "t.toml:2:1", "a text"),
        ("[string]", "t.toml:1:1", "did you mean \"strings\"?"),
        ("[plurals]\n\none = \"n = x\"", "t.toml:3:1", "a whole number"),
        ("[plurals]\nsome = \"n = 1\"", "t.toml:2:1", "unknown key"),
        ("[cases]\nx = \"y\"", "t.toml:2:1", "a table"),
        ("[strings]\nguidance_now = \"a\"\nguidance_now = \"b\"", "t.toml:3:1", "line 2"),
        ("language =", "t.toml:1:11", "expected a value"),
        ("[strings]\nguidance_unitMeters_ = \"x\"", "t.toml:2:1", "no announcement uses"),
        ("[strings]\nroute_calc_failed_walking = \"x\"", "t.toml:2:1", "no announcement uses"),
    ])
    func `an error names the problem with line and column`(_ text: String, _ place: String, _ words: String) {
        #expect {
            try StringTable(toml: text, name: "t.toml")
        } throws: { error in
            "\(error)".hasPrefix("read \(place)") && "\(error)".contains(words)
        }
    }

    @Test func `the file extension determines the format`() throws {
        let folder = try TemporaryFolder()
        let toml = try folder.write("[strings]\nguidance_now = \"a\"", to: "x.toml")
        let strings = try folder.write("guidance_now = \"b\";", to: "x.strings")
        #expect(try StringTable(contentsOf: toml).texts == ["guidance_now": "a"])
        #expect(try StringTable(contentsOf: strings).texts == ["guidance_now": "b"])
        withExtendedLifetime(folder) {}
    }

    @Test func `forms of units and travel modes are valid keys`() {
        for key in ["unitMiles_few", "unitMeters_accusative_1", "turnAround_walking", "now_cycling", "lanesOuter"] {
            #expect(StringKey.isKnown("guidance_" + key))
        }
        for key in ["guidance_unit", "guidance_turnAround_flying", "turnLeft", "guidance_"] {
            #expect(!StringKey.isKnown(key))
        }
        #expect(StringKey.vocabulary.count == 49 && Set(StringKey.vocabulary) == Set(SpokenEnglish.ids))
        #expect(Set(StringKey.all).count == StringKey.all.count)
    }
}
