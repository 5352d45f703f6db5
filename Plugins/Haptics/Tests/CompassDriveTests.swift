import HapticDevices
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Haptics

/// The control during a drive, with a compass that sends ten headings a second, and a fix a second.
@Suite struct CompassDriveTests {
    let actuator = RecordingActuator()
    let said = ReportRecorder()

    func driver(
        _ values: [String: SettingValue] = [:], offsets: OffsetFile = OffsetFile(folder: nil),
        memory: ControlMemory = ControlMemory()
    ) throws -> ControlDriver<HapticsControl> {
        let settings = try HapticsSettings(
            Settings(["mode": .text("compass"), "trustsOffset": .bool(true)].merging(values) { $1 }))
        var driver = ControlDriver(
            HapticsControl(
                settings: settings, actuator: actuator, reporter: Reporter(control: "haptics", said.report),
                memory: memory, offsets: offsets))
        try driver.start()
        return driver
    }

    /// Delivers the event of a second, then nine headings.
    func second(
        _ second: Int, _ driver: inout ControlDriver<HapticsControl>, bearing: Double?, heading: Double? = nil,
        source: String = "wrist", position: PositionStatus = .reliable, isOffRoute: Bool = false
    ) {
        driver.deliver(
            .navigation(
                .make(at: Double(second), isOffRoute: isOffRoute, position: position, bearing: bearing)))
        guard let heading else { return }
        for tenth in 1...9 {
            driver.deliver(
                .heading(
                    Heading(time: .second(Double(second) + Double(tenth) / 10), degrees: heading, source: source)))
        }
    }

    @Test func `between two fixes the compass steers the pointer`() throws {
        var driver = try driver()
        second(0, &driver, bearing: 90, heading: 0)
        #expect(actuator.words == ["steer right"], "half a second after the first heading")
        #expect(abs((actuator.commands.first?.startSeconds ?? 0) - 0.5) < 0.11)
        #expect(actuator.commands.first?.relativeBearingDegrees == 90)
        driver.deliver(.heading(Heading(time: .second(0.95), degrees: 90, source: "wrist")))
        for second in 1..<10 { self.second(second, &driver, bearing: 90, heading: 90) }
        #expect(actuator.words.count <= 3, "silence as soon as the wearer has turned")
    }

    @Test func `a pointer to the left plays once a second`() throws {
        var driver = try driver()
        for second in 0..<30 { self.second(second, &driver, bearing: 300, heading: 0) }
        #expect((28...31).contains(actuator.commands.count))
        #expect(Set(actuator.words) == ["steer left"])
        #expect(actuator.commands.last?.relativeBearingDegrees == 300)
    }

    @Test func `an old heading counts as unknown`() throws {
        var driver = try driver()
        second(0, &driver, bearing: 0, heading: 0)
        for second in 1..<30 { self.second(second, &driver, bearing: 0) }
        #expect(Set(actuator.words) == ["heading unknown"])
        #expect((2...4).contains(actuator.commands.count), "again and again")
    }

    @Test func `without a compass the direction of movement steers the pointer`() throws {
        var driver = try driver()
        for second in 0..<10 {
            var info = NavigationInfo.make(at: Double(second), bearing: 90)
            (info.fix.courseDegrees, info.fix.speedMetersPerSecond) = (0, 1.3)
            driver.deliver(.navigation(info))
        }
        #expect(Set(actuator.words) == ["steer right"])
        for second in 10..<20 {
            var info = NavigationInfo.make(at: Double(second), bearing: 90)
            (info.fix.courseDegrees, info.fix.speedMetersPerSecond) = (0, 0.3)
            driver.deliver(.navigation(info))
        }
        #expect(actuator.words.last == "heading unknown")
    }

    @Test func `an unreliable position is signalled repeatedly`() throws {
        var driver = try driver()
        for second in 0..<20 { self.second(second, &driver, bearing: 90, heading: 0, position: .unreliable) }
        #expect(actuator.words == Array(repeating: "position unreliable", count: 3))
    }

    @Test func `off route without a pointer is signalled repeatedly`() throws {
        var driver = try driver(["mode": .text("both")])
        for second in 0..<20 { self.second(second, &driver, bearing: nil, heading: 0, isOffRoute: true) }
        #expect(actuator.words == Array(repeating: "off route", count: 3))
    }

    @Test func `off route the pointer leads back`() throws {
        var driver = try driver()
        for second in 0..<5 { self.second(second, &driver, bearing: 90, heading: 0, isOffRoute: true) }
        #expect(actuator.words.first == "off route", "off route is signalled in every mode")
        #expect(Set(actuator.words.dropFirst()) == ["steer right"])
        for second in 5..<30 { self.second(second, &driver, bearing: 90, heading: 90, isOffRoute: true) }
        #expect(actuator.words.count { $0 == "off route" } >= 3, "and repeatedly during silence")
        second(30, &driver, bearing: 90, heading: 90)
        #expect(actuator.words.last == "rerouted")
    }

    @Test func `each report of the silence of the bus is signalled`() throws {
        var driver = try driver()
        for second in 0..<3 { self.second(second, &driver, bearing: 0, heading: 0) }
        #expect(actuator.words.isEmpty)
        for _ in 0..<3 { driver.reportSilence() }
        #expect(actuator.words == Array(repeating: "position unreliable", count: 3))
    }

    @Test func `the silence of the bus is signalled even right after the same signal`() throws {
        var driver = try driver()
        for second in 0..<3 { self.second(second, &driver, bearing: 0, heading: 0) }
        driver.deliver(.navigation(.make(at: 3, position: .unreliable, bearing: 0)))
        #expect(actuator.words == ["position unreliable"])
        driver.reportSilence()
        #expect(actuator.words == ["position unreliable", "position unreliable"])
    }

    /// Headings advance the clock, and the signal that this causes is not doubled.
    @Test func `while the compass continues, silence of guidance is signalled every eight seconds`() throws {
        var driver = try driver()
        for second in 0..<3 { self.second(second, &driver, bearing: 0, heading: 0) }
        for tenth in 30..<430 {
            driver.deliver(.heading(Heading(time: .second(Double(tenth) / 10), degrees: 0, source: "wrist")))
            if tenth == 80 || tenth > 80 && (tenth - 80) % 80 == 0 { driver.reportSilence() }
        }
        #expect(Set(actuator.words) == ["position unreliable"])
        #expect((4...6).contains(actuator.commands.count), "\(actuator.commands.map(\.startSeconds))")
    }

    @Test func `without guidance a compass causes no pointer`() throws {
        var driver = try driver()
        second(0, &driver, bearing: 90, heading: 90)
        for tenth in 10..<300 {
            driver.deliver(.heading(Heading(time: .second(Double(tenth) / 10), degrees: 0, source: "wrist")))
        }
        #expect(actuator.words.filter { $0 == "steer right" }.count <= 3)
        #expect(actuator.words.filter { $0 == "position unreliable" }.count >= 3)
        #expect(!actuator.commands.contains { $0.words == "steer right" && $0.startSeconds > 4.1 })
    }

    @Test func `the settings have the offset of a compass that was never calibrated`() throws {
        var driver = try driver(["positionOffsetDegrees": .number(90)])
        for second in 0..<5 { self.second(second, &driver, bearing: 0, heading: 90) }
        #expect(actuator.words.isEmpty)
        #expect(!said.reports.contains { $0.text.contains("is not calibrated") })
    }

    @Test func `a compass that was never calibrated is not used, which is reported once`() throws {
        var driver = try driver(["trustsOffset": .bool(false)])
        for second in 0..<20 { self.second(second, &driver, bearing: second % 10 < 5 ? 90 : 0, heading: 0) }
        #expect(Set(actuator.words) == ["heading unknown"])
        #expect(actuator.commands.count >= 2, "again and again")
        #expect(said.reports.count { $0.text.contains("is not calibrated") } == 1)
    }

    @Test func `a compass that was never calibrated is used after its offset was learned`() throws {
        var driver = try driver(["trustsOffset": .bool(false)])
        func walk(_ seconds: Range<Int>, speed: Double) {
            for second in seconds {
                var info = NavigationInfo.make(at: Double(second), bearing: 90)
                (info.fix.courseDegrees, info.fix.speedMetersPerSecond) = (90, speed)
                for tenth in 1...10 {
                    let time = Timestamp.second(Double(second) - 1 + Double(tenth) / 10)
                    driver.deliver(.heading(Heading(time: time, degrees: 0, source: "wrist")))
                }
                driver.deliver(.navigation(info))
            }
        }
        walk(0..<60, speed: 1.3)
        #expect(actuator.words.isEmpty, "on course by the direction of movement")
        walk(60..<80, speed: 0)
        #expect(actuator.words.isEmpty, "a standing wearer faces the same direction")
    }

    @Test func `a clock that is set back restarts the pointer`() throws {
        var driver = try driver()
        for second in 1000..<1003 { self.second(second, &driver, bearing: 90, heading: 0) }
        let before = actuator.commands.count
        for second in 10..<15 { self.second(second, &driver, bearing: 90, heading: 0) }
        #expect(actuator.commands.count > before + 2)
    }

    @Test func `a restarted process continues to steer`() throws {
        let memory = ControlMemory()
        var first = try driver(memory: memory)
        for second in 0..<3 { self.second(second, &first, bearing: 90, heading: 0) }
        var next = try driver(memory: memory)
        for second in 5..<8 { self.second(second, &next, bearing: 90, heading: 0) }
        #expect((actuator.commands.last?.startSeconds ?? 0) > 6, "by the time of the same drive")
    }

    // MARK: - Commands

    func ask(_ action: ControlAction?, isMuted: Bool = false, _ driver: inout ControlDriver<HapticsControl>) {
        driver.deliver(.command(ControlCommand(action: action, isMuted: isMuted)))
    }

    @Test func `a repeat request plays the next turn`() throws {
        var driver = try driver(["mode": .text("turns")])
        driver.deliver(.navigation(.make(at: 0, .make(.turnRight))))
        ask(.repeatAnnouncement, &driver)
        #expect(actuator.words == ["prepare right"], "it was not played yet")
        driver.deliver(.navigation(.make(at: 20, .make(.turnRight), cue: .make(1, .now, dueAt: 20))))
        ask(.repeatAnnouncement, &driver)
        #expect(actuator.words == ["prepare right", "now right", "now right"])
        driver.deliver(.navigation(.make(at: 40, .make(.turnLeft, number: 2))))
        ask(.repeatAnnouncement, &driver)
        #expect(actuator.words.last == "prepare left", "the previous turn is over")
    }

    @Test func `a repeat request while off route plays off route`() throws {
        var driver = try driver(["mode": .text("turns")])
        driver.deliver(.navigation(.make(at: 0, isOffRoute: true)))
        driver.deliver(.navigation(.make(at: 5, isOffRoute: true)))
        ask(.repeatAnnouncement, &driver)
        #expect(actuator.words == ["off route", "off route"])
    }

    @Test func `a repeat request on course plays a faint pulse`() throws {
        var driver = try driver()
        for second in 0..<3 { self.second(second, &driver, bearing: 0, heading: 0) }
        ask(.repeatAnnouncement, &driver)
        #expect(actuator.words == ["on course"])
    }

    @Test func `the arrival can be repeated after the end`() throws {
        var driver = try driver(["mode": .text("turns")])
        driver.deliver(.navigation(.make(at: 0)))
        driver.deliver(.navigation(.make(at: 100, isDestinationReached: true)))
        driver.deliver(.navigationStopped(.requested))
        ask(.repeatAnnouncement, &driver)
        #expect(actuator.words == ["arrived", "arrived"])
    }

    @Test func `a press of the button is always answered`() throws {
        for mode in ["turns", "compass", "both"] {
            var driver = try driver(["mode": .text(mode)])
            func answer() -> String? {
                let before = actuator.commands.count
                ask(.repeatAnnouncement, &driver)
                return actuator.words.dropFirst(before).last
            }
            let hasTurns = mode != "compass"
            #expect(answer() == "ended", "there is no navigation")
            driver.deliver(.navigationStarted(Route.tiny))
            #expect(answer() == "position unreliable", "nothing is known yet")
            driver.deliver(.navigation(.make(at: 0, .make(.destination))))
            #expect(answer() == "unmuted", "no direction on the last metres")
            driver.deliver(.navigation(.make(at: 1, .make(.destination), bearing: 0)))
            #expect(answer() == (mode == "turns" ? "unmuted" : "heading unknown"))
            driver.deliver(.navigation(.make(at: 2)))
            #expect(answer() == (hasTurns ? "prepare left" : "unmuted"))
        }
    }

    @Test func `a press of the button is answered while all is muted`() throws {
        var driver = try driver(["muteSilences": .bool(true)])
        second(0, &driver, bearing: 0, heading: 0)
        ask(.mute(true), isMuted: true, &driver)
        second(5, &driver, bearing: 0, heading: 0)
        ask(.repeatAnnouncement, isMuted: true, &driver)
        #expect(actuator.words == ["muted", "muted"])
    }

    @Test func `an unknown heading is signalled while all is muted`() throws {
        var driver = try driver(["muteSilences": .bool(true)])
        second(0, &driver, bearing: 0, heading: 0)
        ask(.mute(true), isMuted: true, &driver)
        for second in 1..<40 { self.second(second, &driver, bearing: 0) }
        #expect(actuator.words.count { $0 == "heading unknown" } >= 4)
        #expect(!said.reports.contains { $0.text == "steering" })
    }

    @Test func `muting is answered, and silences pulses only with the setting`() throws {
        for isWanted in [false, true] {
            var driver = try driver(["mode": .text("both"), "muteSilences": .bool(isWanted)])
            let before = actuator.commands.count
            second(0, &driver, bearing: 0, heading: 0)
            ask(.mute(true), isMuted: true, &driver)
            for second in 1..<5 { self.second(second, &driver, bearing: 90, heading: 0) }
            driver.deliver(.navigation(.make(at: 10, cue: .make(1, .now, dueAt: 10), isOffRoute: true)))
            ask(.mute(false), isMuted: false, &driver)
            let words = actuator.words.dropFirst(before)
            #expect(words.first == "muted" && words.contains("unmuted"))
            #expect(words.contains("off route"), "an essential signal is played nevertheless")
            #expect(words.contains("now left") == !isWanted)
            #expect(words.contains("steer right") == !isWanted)
        }
    }

    @Test func `the state of a command alone causes no pulse`() throws {
        var driver = try driver()
        ask(nil, isMuted: true, &driver)
        #expect(actuator.words.isEmpty)
    }
}
