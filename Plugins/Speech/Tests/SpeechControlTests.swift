import Announcements
import Glibc
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

@Suite struct SpeechControlTests {
    private func control(_ settings: [String: SettingValue] = [:], _ log: OutputLog) throws -> SpeechControl {
        var all: [String: SettingValue] = [
            "output": .text("none"), "languages": .text(Checkout.languages.path),
        ]
        all.merge(settings) { $1 }
        return try SpeechControl(
            ControlContext(settings: Settings(all), reporter: log.reporter), show: { log.show($0) },
            complain: { log.complain($0) })
    }

    @Test func `a drive is printed sentence by sentence up to the arrival`() throws {
        let log = OutputLog()
        var driver = ControlDriver(try control([:], log))
        try driver.start()
        let turn = NavigationInfo.make(.turnRight, .prepare, meters: 310, onto: "Mill Road")
        var arrival = NavigationInfo.make(.destination, .now, .destination, identity: 2, seconds: 40)
        arrival.isDestinationReached = true
        driver.deliver([
            .navigation(turn), .gps(turn.fix), .navigation(turn), .navigation(arrival), .navigationStopped(.requested),
        ])
        driver.stop()
        driver.stop()
        #expect(
            log.notes.shown == [
                "in 300 meters turn right onto Mill Road", "you have reached your destination",
            ])
        #expect(log.notes.reports.map(\.kind) == [.began, .ended, .began, .ended])
    }

    @Test func `the language is a setting`() throws {
        let log = OutputLog()
        var driver = ControlDriver(try control(["language": .text("de-AT"), "units": .text("metric")], log))
        try driver.start()
        driver.deliver(.navigation(.make(.turnRight, .prepare, meters: 1500, onto: "B37")))
        driver.stop()
        #expect(log.notes.shown == ["in anderthalb Kilometern rechts abbiegen auf die B 37"])
    }

    @Test func `a cue without a sentence is reported once, and others continue`() throws {
        let log = OutputLog()
        var driver = ControlDriver(try control([:], log))
        try driver.start()
        var info = NavigationInfo.make()
        info.currentStep = nil
        driver.deliver([.navigation(info), .navigation(info), .navigation(.make(identity: 2))])
        driver.stop()
        #expect(log.notes.shown == ["now turn left"])
        #expect(log.notes.complaints.count == 1)
        #expect(log.texts(.failed).first?.contains("step 1") == true)
    }

    @Test func `a late announcement is cancelled`() throws {
        let log = OutputLog()
        var driver = ControlDriver(try control([:], log))
        try driver.start()
        var info = NavigationInfo.make()
        info.fix.time = info.fix.time.later(seconds: 60)
        driver.deliver(.navigation(info))
        driver.stop()
        #expect(log.notes.shown.isEmpty)
        #expect(log.texts(.cancelled) == ["too late to be said: now turn left"])
    }

    @Test func `stopping before starting is safe`() throws {
        let log = OutputLog()
        var driver = ControlDriver(try control([:], log))
        driver.stop()
        driver.stop()
        #expect(log.notes.shown.isEmpty && log.notes.complaints.isEmpty)
    }

    @Test(arguments: [
        (["language": SettingValue.text("xx")], ["xx", "there are de, en"]),
        (["language": .text("../en")], ["language tag"]),
        (["output": .text("loud")], ["auto, sound, wav, stdout, none"]),
        (["rate": .number(1.5)], ["rate", "0.0...1.0"]), (["volume": .text("full")], ["volume", "a number"]),
        (["units": .text("parsec")], ["metric, us, uk"]), (["speakSignposts": .integer(1)], ["speakSignposts"]),
        (["output": .text("wav"), "file": .text("")], ["file"]),
        (["languages": .text("/nonexistent")], ["/nonexistent", "cannot be read"]),
    ])
    func `the error names an invalid setting`(_ settings: [String: SettingValue], _ words: [String]) {
        #expect {
            try control(settings, OutputLog())
        } throws: { error in
            words.allSatisfy { "\(error)".contains($0) }
        }
    }

    @Test func `an invalid table of the user is a settings error`() throws {
        let folder = try TemporaryFolder()
        try folder.write("[strings]\nguidance_turnLeft = links", to: "de.toml")
        let error = #expect(throws: SettingsError.self) {
            try control(["language": .text("de"), "languages": .text(folder.path)], OutputLog())
        }
        #expect("\(try #require(error))".contains("de.toml:2"))
    }

    @Test(arguments: [(".", true), ("·", true), ("xx", false), ("7", false)] as [(String, Bool)])
    func `a decimal separator is one character`(_ separator: String, _ isOne: Bool) {
        let settings = try? SpeechSettings(Settings(["decimalSeparator": .text(separator)]))
        #expect((settings != nil) == isOne)
    }

    @Test(arguments: ["/proc/nonexistent/speech.wav", "/"])
    func `the start fails with the name of an unwritable file`(_ path: String) throws {
        var voice = try control(["output": .text("wav"), "file": .text(path)], OutputLog())
        // A silent engine is enough, since only one voice of the process can use the real one.
        voice.maker.startEngine = { _ in SilentSynthesizer() }
        #expect {
            try voice.start()
        } throws: {
            "\($0)".contains(path)
        }
        voice.stop()
    }

    @Test func `the folder of the languages is found from the environment or above the program`() throws {
        let (root, folder) = (Checkout.path, Checkout.languages)
        let program = root + "/.build/debug/navbus-speech"
        #expect(try LanguageFolder.find(setting: "", data: nil, executable: program) == folder)
        #expect(try LanguageFolder.find(setting: "", data: root, executable: nil) == folder)
        #expect(try LanguageFolder.find(setting: "/x", data: root, executable: nil).own == "/x")
        #expect(throws: LanguageError.self) {
            try LanguageFolder.find(setting: "", data: nil, executable: "/usr/bin/navbus-speech")
        }
    }
}
