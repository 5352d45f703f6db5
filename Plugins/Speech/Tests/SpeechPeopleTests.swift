import NavigationControl
import NavigationEvents
import Testing

@testable import Speech

/// The commands of people from the bus.
@Suite struct SpeechPeopleTests {
    private func driver(_ settings: [String: SettingValue] = [:], _ witness: Witness) throws -> ControlDriver<
        SpeechControl
    > {
        var all: [String: SettingValue] = [
            "output": .text("none"), "language": .text("en-US"), "languages": .text(Checkout.languages.path),
        ]
        all.merge(settings) { $1 }
        var driver = ControlDriver(
            try SpeechControl(
                ControlContext(settings: Settings(all), reporter: witness.reporter), show: { witness.show($0) },
                complain: { witness.complain($0) }))
        try driver.start()
        return driver
    }

    private static let turn = NavigationInfo.make(.turnRight, .prepare, meters: 310, onto: "Mill Road")
    private static let sentence = "in 300 meters turn right onto Mill Road"

    @Test func `a text of a person is spoken and reported`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "tea is ready")))))
        driver.stop()
        #expect(witness.notes.shown == ["tea is ready"])
        #expect(witness.notes.reports.map(\.kind) == [.began, .ended])
        #expect(witness.notes.reports.map(\.effectNumber) == [1, 1])
        #expect(witness.notes.reports.allSatisfy { $0.cue == nil && $0.effect == "utterance" })
    }

    @Test func `muted speech is silent, and a valid cue is announced after unmuting`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.command(ControlCommand(action: .mute(true), isMuted: true)))
        driver.deliver([.navigation(Self.turn), .navigation(Self.turn)])
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "hello")), isMuted: true)))
        #expect(witness.sees { $0.reports.map(\.kind) == [.cancelled] })
        #expect(witness.texts(.cancelled) == ["speech is muted: hello"])
        driver.deliver(.command(ControlCommand(action: .mute(false))))
        driver.deliver(.navigation(Self.turn))
        driver.stop()
        #expect(witness.notes.shown == [Self.sentence])
    }

    @Test func `a cue is announced after unmuting even if a repetition was refused`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.command(ControlCommand(action: .mute(true), isMuted: true)))
        driver.deliver(.navigation(Self.turn))
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement, isMuted: true)))
        driver.deliver(.command(ControlCommand(action: .mute(false))))
        driver.deliver(.navigation(Self.turn))
        driver.stop()
        #expect(witness.notes.shown == [Self.sentence])
        #expect(witness.texts(.note) == ["nothing is repeated: speech is muted"])
    }

    @Test func `the state of the session mutes a control that starts later`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.command(ControlCommand(isMuted: true)))
        driver.deliver(.navigation(Self.turn))
        driver.stop()
        #expect(witness.notes.shown.isEmpty)
    }

    @Test func `alerts are only announcements of the stage now`() throws {
        let witness = Witness()
        var driver = try driver(["verbosity": .text("alerts")], witness)
        driver.deliver([.navigation(Self.turn), .navigation(.make(.turnLeft, identity: 2))])
        driver.deliver(.command(ControlCommand(action: .verbosity(.all), verbosity: .all)))
        driver.deliver(.navigation(Self.turn))
        driver.deliver(.command(ControlCommand(action: .verbosity(.silent), verbosity: .silent)))
        driver.deliver(.navigation(.make(.turnLeft, identity: 3)))
        driver.stop()
        #expect(witness.notes.shown == ["now turn left", Self.sentence])
    }

    @Test func `a repetition has the present distance`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.navigation(Self.turn))
        var nearer = Self.turn
        nearer.toManeuver = Remaining(distanceMeters: 195, durationSeconds: 12)
        driver.deliver(.navigation(nearer))
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement)))
        driver.stop()
        #expect(witness.notes.shown == [Self.sentence, "in 200 meters turn right onto Mill Road"])
    }

    @Test func `without navigation there is nothing to repeat`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement)))
        driver.stop()
        #expect(witness.notes.shown.isEmpty)
        #expect(witness.texts(.note).count == 1)
    }

    @Test func `a pause delays texts of people until it ends`() throws {
        let witness = Witness()
        var driver = try driver([:], witness)
        driver.deliver(.command(ControlCommand(action: .playback(.pause))))
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "hello")))))
        driver.deliver(.navigation(Self.turn))
        #expect(witness.sees { $0.shown == [Self.sentence] })
        driver.deliver(.command(ControlCommand(action: .playback(.continue))))
        #expect(witness.sees { $0.shown == [Self.sentence, "hello"] })
        driver.deliver(.command(ControlCommand(action: .playback(.pause))))
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "never")))))
        driver.deliver(.command(ControlCommand(action: .playback(.stopNow))))
        driver.stop()
        #expect(witness.texts(.cancelled) == ["a person ended it: never"])
    }

    @Test func `of repeated requests at most one waits`() throws {
        let witness = Witness()
        var control = try SpeechControl(
            ControlContext(
                settings: Settings(["output": .text("none"), "languages": .text(Checkout.languages.path)]),
                reporter: witness.reporter))
        control.desk.setPaced(true)
        control.onNavigation(.make(.turnLeft, .prepare, identity: 1), fix: .make())
        var said = 0
        for _ in 0..<6 {
            if case .speak = control.desk.next() { said += 1 }
            control.onCommand(ControlCommand(action: .repeatAnnouncement))
        }
        _ = control.desk.finish(isComplete: true)
        while case .speak = control.desk.next() {
            said += 1
            _ = control.desk.finish(isComplete: true)
        }
        #expect(said <= 2, "\(said)")
    }
}
