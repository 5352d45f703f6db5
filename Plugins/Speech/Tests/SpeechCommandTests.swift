import Announcements
import NavigationControl
import NavigationEvents
import SpeechTestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// The commands of people from the bus.
@Suite struct SpeechCommandTests {
    private func driver(_ settings: [String: SettingValue] = [:], _ log: OutputLog) throws -> ControlDriver<
        SpeechControl
    > {
        var all: [String: SettingValue] = [
            "output": .text("none"), "language": .text("en-US"), "languages": .text(Checkout.languages.path),
        ]
        all.merge(settings) { $1 }
        var driver = ControlDriver(
            try SpeechControl(
                ControlContext(settings: Settings(all), reporter: log.reporter), show: { log.show($0) },
                complain: { log.complain($0) }))
        try driver.start()
        return driver
    }

    private static let turn = NavigationInfo.make(.turnRight, .prepare, meters: 310, onto: "Mill Road")
    private static let sentence = "in 300 meters turn right onto Mill Road"

    @Test func `a text of a person is spoken and reported`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "tea is ready", requestNumber: 77)))))
        driver.stop()
        #expect(log.notes.shown == ["tea is ready"])
        #expect(log.notes.reports.map(\.kind) == [.began, .ended])
        #expect(log.notes.reports.map(\.effectNumber) == [1, 1])
        #expect(log.notes.reports.allSatisfy { $0.cue == nil && $0.effect == "utterance" })
        #expect(log.notes.reports.map(\.requestNumber) == [77, 77])
    }

    @Test func `muted speech is silent, and a valid cue is announced after unmuting`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.command(ControlCommand(action: .mute(true), isMuted: true)))
        driver.deliver([.navigation(Self.turn), .navigation(Self.turn)])
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "hello")), isMuted: true)))
        #expect(log.sees { $0.reports.map(\.kind) == [.cancelled] })
        #expect(log.texts(.cancelled) == ["speech is muted: hello"])
        driver.deliver(.command(ControlCommand(action: .mute(false))))
        driver.deliver(.navigation(Self.turn))
        driver.stop()
        #expect(log.notes.shown == [Self.sentence])
    }

    @Test func `a cue is announced after unmuting even if a repetition was refused`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.command(ControlCommand(action: .mute(true), isMuted: true)))
        driver.deliver(.navigation(Self.turn))
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement, isMuted: true)))
        driver.deliver(.command(ControlCommand(action: .mute(false))))
        driver.deliver(.navigation(Self.turn))
        driver.stop()
        #expect(log.notes.shown == [Self.sentence])
        #expect(log.texts(.note) == ["nothing is repeated: speech is muted"])
    }

    @Test func `the state of the session mutes a control that starts later`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.command(ControlCommand(isMuted: true)))
        driver.deliver(.navigation(Self.turn))
        driver.stop()
        #expect(log.notes.shown.isEmpty)
    }

    @Test func `alerts are only announcements of the stage now`() throws {
        let log = OutputLog()
        var driver = try driver(["verbosity": .text("alerts")], log)
        driver.deliver([.navigation(Self.turn), .navigation(.make(.turnLeft, identity: 2))])
        driver.deliver(.command(ControlCommand(action: .verbosity(.all), verbosity: .all)))
        driver.deliver(.navigation(Self.turn))
        driver.deliver(.command(ControlCommand(action: .verbosity(.silent), verbosity: .silent)))
        driver.deliver(.navigation(.make(.turnLeft, identity: 3)))
        driver.stop()
        #expect(log.notes.shown == ["now turn left", Self.sentence])
    }

    @Test func `a repetition has the present distance`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.navigation(Self.turn))
        var nearer = Self.turn
        nearer.toManeuver = Remaining(distanceMeters: 195, durationSeconds: 12)
        driver.deliver(.navigation(nearer))
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement)))
        driver.stop()
        #expect(log.notes.shown == [Self.sentence, "in 200 meters turn right onto Mill Road"])
    }

    @Test func `without navigation there is nothing to repeat`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement)))
        driver.stop()
        #expect(log.notes.shown.isEmpty)
        #expect(log.texts(.note).count == 1)
    }

    @Test func `a pause delays texts of people until it ends`() throws {
        let log = OutputLog()
        var driver = try driver([:], log)
        driver.deliver(.command(ControlCommand(action: .playback(.pause))))
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "hello")))))
        driver.deliver(.navigation(Self.turn))
        #expect(log.sees { $0.shown == [Self.sentence] })
        driver.deliver(.command(ControlCommand(action: .playback(.continue))))
        #expect(log.sees { $0.shown == [Self.sentence, "hello"] })
        driver.deliver(.command(ControlCommand(action: .playback(.pause))))
        driver.deliver(.command(ControlCommand(action: .say(SpokenText(text: "never", requestNumber: 78)))))
        driver.deliver(.command(ControlCommand(action: .playback(.stopNow))))
        driver.stop()
        #expect(log.texts(.cancelled) == ["a person ended it: never"])
        #expect(log.notes.reports.filter { $0.kind == .cancelled }.map(\.requestNumber) == [78])
    }

    @Test func `of repeated requests at most one waits`() throws {
        let log = OutputLog()
        var control = try SpeechControl(
            ControlContext(
                settings: Settings(["output": .text("none"), "languages": .text(Checkout.languages.path)]),
                reporter: log.reporter))
        control.mailbox.setPaced(true)
        control.onNavigation(.make(.turnLeft, .prepare, identity: 1), fix: .make())
        var said = 0
        for _ in 0..<6 {
            if case .speak = control.mailbox.next() { said += 1 }
            control.onCommand(ControlCommand(action: .repeatAnnouncement))
        }
        _ = control.mailbox.finish(isComplete: true)
        while case .speak = control.mailbox.next() {
            said += 1
            _ = control.mailbox.finish(isComplete: true)
        }
        #expect(said <= 2, "\(said)")
    }
}
