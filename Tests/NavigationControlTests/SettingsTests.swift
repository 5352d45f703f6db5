import NavigationControl
import NavigationEvents
import Testing

@Suite struct SettingsTests {
    private enum Output: String, CaseIterable { case wav, sound }

    let settings = Settings([
        "output": .text("wav"), "voice.rate": .number(0.5), "count": .integer(3), "loud": .bool(true),
        "names": .list(["a", "b"]),
    ])

    @Test func `values are read by their dotted keys`() throws {
        #expect(try settings.text("output", default: "") == "wav")
        #expect(try settings.number("voice.rate", default: 0) == 0.5)
        #expect(try settings.number("count", default: 0) == 3, "a whole number is a number too")
        #expect(try settings.integer("count", default: 0) == 3)
        #expect(try settings.bool("loud", default: false))
        #expect(try settings.list("names", default: []) == ["a", "b"])
        #expect(try settings.choice("output", default: Output.sound) == .wav)
    }

    @Test func `an absent key has its default`() throws {
        let none = Settings()
        #expect(try none.text("output", default: "x") == "x")
        #expect(try none.number("rate", default: 2) == 2)
        #expect(try none.integer("count", default: 2) == 2)
        #expect(try none.bool("loud", default: true))
        #expect(try none.list("names", default: ["x"]) == ["x"])
        #expect(try none.choice("output", default: Output.sound) == .sound)
    }

    @Test func `a value of a wrong type is named with its key and the expected type`() {
        refused("use the setting \"output\": it is the text \"wav\", but a number is wanted") {
            _ = try $0.number("output", default: 0)
        }
        refused("use the setting \"voice.rate\": it is the number 0.5, but a whole number is wanted") {
            _ = try $0.integer("voice.rate", default: 0)
        }
        refused("use the setting \"names\": it is the list [\"a\", \"b\"], but text is wanted") {
            _ = try $0.text("names", default: "")
        }
        refused("use the setting \"count\": it is the whole number 3, but true or false is wanted") {
            _ = try $0.bool("count", default: false)
        }
        refused("use the setting \"loud\": it is true, but a list of texts is wanted") {
            _ = try $0.list("loud", default: [])
        }
    }

    @Test func `a text that is not a choice is refused with the choices`() {
        let odd = Settings(["output": .text("radio")])
        let error = #expect(throws: SettingsError.self) { try odd.choice("output", default: Output.wav) }
        #expect(error?.description == "use the setting \"output\": \"radio\" is not one of wav, sound")
    }

    @Test func `a number out of range is refused`() {
        refused("use the setting \"count\" = 3: it must lie in 4...5") {
            _ = try $0.integer("count", default: 4, in: 4...5)
        }
        refused("use the setting \"voice.rate\" = 0.5: it must lie in 1.0...2.0") {
            _ = try $0.number("voice.rate", default: 1, in: 1...2)
        }
        let endless = Settings(["x": .number(.nan)])
        #expect(throws: SettingsError.self) { try endless.number("x", default: 0) }
    }

    private func refused(_ text: String, _ read: (Settings) throws -> Void) {
        let error = #expect(throws: SettingsError.self) { try read(settings) }
        #expect(error?.description == text)
    }
}
