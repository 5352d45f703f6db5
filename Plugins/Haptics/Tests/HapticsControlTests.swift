import Glibc
import HapticDevices
import NavigationControl
import NavigationEvents
import Testing

@testable import Haptics

@Suite struct HapticsControlTests {
    let actuator = RecordingActuator()
    let said = ReportRecorder()

    func control(_ values: [String: SettingValue] = [:]) throws -> HapticsControl {
        HapticsControl(
            settings: try HapticsSettings(Settings(["trustsOffset": .bool(true)].merging(values) { $1 })),
            actuator: actuator,
            reporter: Reporter(control: "haptics", said.report))
    }

    @Test func `a drive has pulses from the first turn to the arrival`() throws {
        var driver = ControlDriver(try control())
        try driver.start()
        driver.deliver([
            .navigation(.make(at: 100)),
            .navigation(.make(at: 112, cue: .make(1, .prepare, dueAt: 112))),
            .navigation(.make(at: 113, cue: .make(1, .prepare, dueAt: 112))),
            .navigation(.make(at: 125, cue: .make(1, .now, dueAt: 125))),
            .navigation(.make(at: 200, isDestinationReached: true)),
            .navigationStopped(.requested),
        ])
        driver.stop()
        #expect(actuator.words == ["prepare left", "now left", "arrived"])
        #expect(actuator.commands.map(\.startSeconds) == [12, 25, 100])
        #expect(said.reports.map(\.kind) == [.began, .ended, .began, .ended, .began, .ended])
        #expect(said.reports.first?.cue == CueReference(identity: 1, stage: .prepare))
        #expect(!actuator.isOpen)
        #expect(!actuator.cancelled.contains("arrived"), "the arrival is not cut short")
    }

    @Test func `an immediate turn interrupts the current pulse`() throws {
        var control = try control()
        control.onNavigation(.make(at: 0), fix: .make(at: 0))
        control.onNavigation(.make(at: 1, isOffRoute: true), fix: .make(at: 1))
        control.onNavigation(.make(at: 1.2, cue: .make(dueAt: 1.2), isOffRoute: true), fix: .make(at: 1.2))
        #expect(actuator.words == ["off route", "now left", "off route"], "off route is played again afterwards")
        #expect(actuator.commands[1].startSeconds == 1.2)
        #expect(actuator.cancelCount == 1)
        #expect(said.reports.map(\.kind) == [.began, .cancelled, .began, .began])
    }

    @Test func `the answer to a press of the button waits for an immediate turn`() throws {
        var driver = ControlDriver(try control())
        driver.deliver(.navigation(.make(at: 0)))
        driver.deliver(.navigation(.make(at: 1, cue: .make(dueAt: 1))))
        let before = actuator.cancelCount
        driver.deliver(.command(ControlCommand(action: .mute(true), isMuted: true)))
        #expect(actuator.words == ["now left", "muted"])
        #expect(actuator.cancelCount == before, "the turn is not cut short")
        let turn = actuator.commands[0]
        let end = turn.startSeconds + Double(turn.durationMilliseconds) / 1000
        #expect(actuator.commands[1].startSeconds >= end + HapticScheduler.gapSeconds - 1e-9)
    }

    @Test func `repeated presses of the button are answered once`() throws {
        var driver = ControlDriver(try control())
        driver.deliver(.navigation(.make(at: 0)))
        driver.deliver(.navigation(.make(at: 1, isOffRoute: true)))
        driver.deliver(.navigation(.make(at: 30, isOffRoute: true)))
        #expect(actuator.words == ["off route"])
        for _ in 0..<6 { driver.deliver(.command(ControlCommand(action: .repeatAnnouncement))) }
        #expect(actuator.words == Array(repeating: "off route", count: 3), "one is playing, and one waits")
        driver.deliver(.navigation(.make(at: 60, isOffRoute: true)))
        driver.deliver(.command(ControlCommand(action: .repeatAnnouncement)))
        #expect(actuator.words.count == 4, "the next press is answered again")
    }

    @Test func `off route does not follow the arrival`() throws {
        var control = try control()
        control.onNavigation(.make(at: 0), fix: .make(at: 0))
        control.onNavigation(.make(at: 1, isOffRoute: true), fix: .make(at: 1))
        control.onNavigation(.make(at: 2, isDestinationReached: true), fix: .make(at: 2))
        #expect(actuator.words == ["off route", "arrived"])
    }

    @Test(arguments: [0.2, 1]) func `no setting makes a pulse imperceptible`(_ strength: Double) {
        let pointer = HapticSignal.steer(.right, errorDegrees: 25, isBehind: false)
        for signal in [pointer, .onCourse, .positionUnreliable] {
            let command = HapticCommand(signal, startSeconds: 0, strength: strength * 0.01)
            #expect(command.pulses.allSatisfy { $0.strength >= 0.05 })
        }
    }

    @Test func `a signal that is not urgent waits`() throws {
        var control = try control()
        control.onNavigation(.make(at: 0, isOffRoute: true, position: .unreliable), fix: .make(at: 0))
        #expect(actuator.words == ["off route", "position unreliable"])
        let first = actuator.commands[0]
        let gap = actuator.commands[1].startSeconds - Double(first.durationMilliseconds) / 1000
        #expect(abs(gap - HapticScheduler.gapSeconds) < 1e-9)
    }

    /// A gap in guidance, with and without a report of the silence: a fast replay has none.
    @Test(arguments: [true, false]) func `the silence of guidance ends pulses and steering`(_ isTold: Bool) throws {
        var driver = ControlDriver(try control(["mode": .text("both")]))
        for second in 0..<3 { driver.deliver(.navigation(.make(at: Double(second), heading: 0, bearing: 90))) }
        driver.deliver(.navigation(.make(at: 3, isOffRoute: true, heading: 0, bearing: 90)))
        #expect(said.reports.filter { $0.kind != .note }.map(\.text) == ["steering", "off route"])
        if isTold { driver.reportSilence() }
        for second in 63..<65 {
            driver.deliver(.navigation(.make(at: Double(second), isOffRoute: true, heading: 0, bearing: 90)))
        }
        // A report of the silence causes a signal, because silence would mean "on course".
        let lost = ["began position unreliable", "ended position unreliable"]
        #expect(
            said.reports.filter { $0.kind != .note }.map { "\($0.kind) \($0.text)" }
                == ["began steering", "began off route", "ended off route", "ended steering"] + (isTold ? lost : [])
                + ["began steering"])
        #expect(actuator.words.last == "steer right")
    }

    @Test func `a pulse that would outlast the silence is cancelled`() throws {
        var driver = ControlDriver(try control())
        driver.deliver(.navigation(.make(at: 0)))
        driver.deliver(
            .navigation(
                .make(
                    at: 1, .make(.roundaboutRightClockwise, exit: 12), cue: .make(1, .prepare, dueAt: 1),
                    isOffRoute: true, position: .unreliable)))
        driver.reportSilence()
        #expect(actuator.cancelCount == 1)
        #expect(said.reports.contains { $0.kind == .cancelled })
        #expect(said.reports.count { $0.kind == .began } == said.reports.count { $0.kind != .began })
    }

    @Test func `silence before guidance has no effect`() throws {
        var control = try control()
        control.onSilence()
        #expect(said.reports.isEmpty && actuator.cancelCount == 0)
    }

    @Test func `a clock that is set back delays no pulse`() throws {
        var control = try control()
        control.onNavigation(.make(at: 0), fix: .make(at: 0))
        control.onNavigation(.make(at: 3600, isOffRoute: true), fix: .make(at: 3600))
        control.onNavigation(.make(at: 10, position: .unreliable), fix: .make(at: 10))
        #expect(actuator.words == ["off route", "rerouted", "position unreliable"])
        #expect(actuator.commands.prefix(2).map(\.startSeconds) == [3600, 10])
    }

    @Test(arguments: [
        ("prepare", HapticSignal.prepare(.left)), ("now", .now(.right)),
        ("roundabout", .roundabout(isNow: true, exitCount: 2)), ("offRoute", .offRoute), ("rerouted", .rerouted),
        ("stopover", .stopover), ("arrived", .arrived), ("positionUnreliable", .positionUnreliable),
        ("headingUnknown", .headingUnknown),
    ])
    func `each pattern can be switched off`(_ name: String, _ signal: HapticSignal) throws {
        let settings = try HapticsSettings(Settings(["patterns.\(name)": .bool(false)]))
        let group = try #require(PatternGroup(signal))
        #expect(PatternGroup.allCases.filter { settings.silences($0) } == [group])
    }

    @Test func `a pattern that is switched off is not played`() throws {
        var control = try control(["patterns.now": .bool(false)])
        control.onNavigation(.make(cue: .make()), fix: .make())
        #expect(actuator.commands.isEmpty)
        #expect(said.reports.isEmpty)
    }

    @Test(arguments: [("turns", ["now left"]), ("compass", ["steer right"]), ("both", ["now left", "steer right"])])
    func `the mode determines the pulses`(_ mode: String, _ words: [String]) throws {
        var control = try control(["mode": .text(mode)])
        for second in stride(from: 0.0, to: 2, by: 0.5) {
            let info = NavigationInfo.make(at: second, cue: .make(dueAt: 0), heading: 0, bearing: 90)
            control.onNavigation(info, fix: info.fix)
        }
        #expect(Array(Set(actuator.words)).sorted() == words.sorted())
    }

    @Test func `steering is reported when it begins and when it ends`() throws {
        var control = try control(["mode": .text("compass")])
        for second in 0..<20 {
            let info = NavigationInfo.make(at: Double(second), heading: second < 10 ? 0 : 90, bearing: 90)
            control.onNavigation(info, fix: info.fix)
        }
        #expect(actuator.commands.count >= 8)
        let reports = said.reports.filter { $0.kind != .note }
        #expect(reports.map(\.kind) == [.began, .ended])
        #expect(reports.allSatisfy { $0.text == "steering" && $0.effect == "pulse" })
    }

    @Test func `a device that fails is reported once`() throws {
        var control = try control()
        actuator.failure = .logFile(path: "/full", reason: "No space left on device")
        for number in 1...3 {
            control.onNavigation(.make(cue: .make(UInt64(number))), fix: .make())
        }
        #expect(said.reports.map(\.kind) == [.failed])
        #expect(throws: HapticDeviceError.self) { try control.start() }
    }

    @Test func `stopping is safe before starting and twice`() throws {
        var control = try control()
        control.stop()
        try control.start()
        control.onNavigation(.make(cue: .make()), fix: .make())
        control.stop()
        control.stop()
        #expect(said.reports.map(\.kind) == [.began, .cancelled])
    }

    @Test func `settings are read, and invalid ones are refused`() throws {
        let settings = try HapticsSettings(
            Settings([
                "mode": .text("both"), "devices": .list(["serial /dev/ttyUSB0", "log"]), "logFile": .text("/x"),
                "strength": .number(0.5),
                "toleranceDegrees": .integer(20), "positionOffsetDegrees": .number(-90),
            ]))
        #expect(settings.mode == .both)
        #expect(try settings.deviceChoices() == [.serial(path: "/dev/ttyUSB0"), .log])
        #expect(settings.logFile == "/x")
        #expect(settings.strength == 0.5)
        #expect(settings.limits.toleranceDegrees == 20 && settings.limits.offCourseDegrees == 30)
        #expect(settings.calibration?.positionOffsetDegrees == 270)
        #expect(try HapticsSettings(Settings()).calibration == nil, "the offset is unknown")
        #expect(try HapticsSettings(Settings(["trustsOffset": .bool(true)])).calibration == HeadingCalibration())
        let wrong: [[String: SettingValue]] = [
            ["mode": .text("loud")], ["devices": .list(["belt"])], ["devices": .list([])], ["baud": .integer(1)],
            ["strength": .number(2)], ["strength": .number(0.1)],
            ["toleranceDegrees": .number(0)], ["patterns.now": .text("off")],
        ]
        for values in wrong {
            #expect(throws: SettingsError.self) { try HapticsSettings(Settings(values)) }
        }
    }
}
