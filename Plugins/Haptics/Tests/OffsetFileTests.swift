import Glibc
import HapticDevices
import NavigationControl
import NavigationEvents
import Testing

@testable import Haptics

@Suite final class OffsetFileTests {
    let folder: String

    init() throws {
        var template = Array("/tmp/navbus-offsets-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { system("rm -rf '\(folder)'") }

    /// The clock of the machine is at the beginning of the tests' drives.
    var file: OffsetFile { OffsetFile(folder: "\(folder)/navbus/haptics", now: { .second(7) }) }

    let offset = StoredOffset(
        degrees: 91.4, spreadDegrees: 1.2, origin: .facingNorth, time: .second(1_777_881_601))

    func write(_ text: String, to path: String) throws {
        let stream = try #require(fopen(path, "w"))
        fputs(text, stream)
        fclose(stream)
    }

    @Test func `stored offsets are read again`() throws {
        #expect(try file.read().isEmpty)
        #expect(try file.store(["bluetooth \"F0\"\\\u{1}": offset]) == nil)
        #expect(try file.store(["wrist": offset]) == nil)
        #expect(try file.read() == ["bluetooth \"F0\"\\\u{1}": offset, "wrist": offset])
    }

    @Test func `a broken file is reported with its position and set aside`() throws {
        _ = try file.store(["wrist": offset])
        for number in 1...2 {
            try write("[[compass]]\nsource = \"a\"\nhow = \"guessed\"\n", to: file.path)
            let error = #expect(throws: HapticsError.self) { try file.read() }
            #expect(error?.description.contains("offsets.toml:3:") == true)
            #expect(try file.store(["wrist": offset]) == "\(file.path).broken-\(number)")
            #expect(try file.read() == ["wrist": offset])
        }
    }

    @Test func `an unwritable folder is reported with a remedy`() throws {
        let error = #expect(throws: HapticsError.self) {
            try OffsetFile(folder: "/proc/navbus").store(["wrist": offset])
        }
        #expect(error?.description.contains("XDG_STATE_HOME") == true)
        #expect(try OffsetFile(folder: nil).store(["wrist": offset]) == nil)
    }

    @Test func `an inaccessible file is not an absent one`() throws {
        _ = try file.store(["wrist": offset])
        unlink(file.path)
        #expect(try file.read().isEmpty)
        #expect(symlink(file.path, file.path) == 0)
        let error = #expect(throws: HapticsError.self) { try file.read() }
        #expect(error?.description.contains("symbolic links; make it a file that can be read") == true)
        #expect(HapticsDoctorCommand.findings(file, at: .second(0)).map(\.grade) == [.fault])
        #expect(try file.store(["wrist": offset]) == "\(file.path).broken-1")
        #expect(try file.read() == ["wrist": offset])
    }

    /// No process writes into the pipe.
    @Test func `a pipe instead of a file is refused without waiting`() throws {
        _ = try file.store(["wrist": offset])
        unlink(file.path)
        #expect(mkfifo(file.path, 0o600) == 0)
        let error = #expect(throws: HapticsError.self) { try file.read() }
        #expect(error?.description.hasSuffix("offsets.toml is not a file; remove it, and calibrate again") == true)
        #expect(try file.store(["wrist": offset]) == "\(file.path).broken-1")
    }

    @Test func `the folder is the state folder of the user`() {
        #expect(StateFolder.path(of: "haptics") { ["XDG_STATE_HOME": "/x"][$0] } == "/x/navbus/haptics")
        let home = ["XDG_STATE_HOME": "relative", "HOME": "/users/ada"]
        #expect(StateFolder.path(of: "haptics") { home[$0] } == "/users/ada/.local/state/navbus/haptics")
        #expect(StateFolder.path(of: "haptics") { _ in nil } == nil)
    }

    @Test func `the doctor grades the stored offsets`() throws {
        func grades(_ days: Double) -> [ControlFinding.Grade] {
            HapticsDoctorCommand.findings(file, at: .second(1_777_881_601 + days * 86_400)).map(\.grade)
        }
        #expect(grades(0) == [.absent])
        _ = try file.store(["wrist": offset])
        #expect(grades(0) == [.fine] && grades(89) == [.fine] && grades(91) == [.absent] && grades(-1) == [.absent])
        var trembling = offset
        trembling.spreadDegrees = 11
        _ = try file.store(["wrist": trembling])
        #expect(grades(0) == [.absent])
        try write("compass = 7\n", to: file.path)
        #expect(grades(0) == [.fault])
        #expect(HapticsDoctorCommand.findings(OffsetFile(folder: nil), at: .second(0)).map(\.grade) == [.fault])
    }

    /// Requested by a command; ten headings a second, outside a navigation.
    @Test func `a calibration is played, reported and stored`() throws {
        let (actuator, said) = (RecordingActuator(), ReportRecorder())
        var driver = ControlDriver(
            HapticsControl(
                settings: HapticsSettings(), actuator: actuator, reporter: Reporter(control: "haptics", said.report),
                offsets: file))
        try driver.start()
        driver.deliver(.gps(.make(at: 0)))
        driver.deliver(.command(ControlCommand(action: .calibrate)))
        for tick in 1...40 {
            driver.deliver(.heading(Heading(time: .second(Double(tick) / 10), degrees: 91.5, source: "wrist")))
        }
        #expect(actuator.words.first == "calibrating" && actuator.words.last == "calibrated")
        #expect((4...6).contains(actuator.commands.count))
        let told = said.reports.filter { $0.effect == "calibration" }
        #expect(told.first?.kind == .began && told.last?.kind == .ended)
        #expect(told.dropFirst().dropLast().allSatisfy { $0.kind == .progressed && $0.text.hasPrefix("wrist: 9") })
        #expect(told.allSatisfy { $0.effectNumber == 1 })
        #expect(try file.read()["wrist"]?.degrees == 91.5)
        #expect(try file.read()["wrist"]?.time == .second(7), "by the clock of the machine")
        var watch = CalibrationWatch(maxSeconds: 70)
        #expect(told.compactMap { watch.handle($0) }.last == "calibrated: wrist, offset 92°")
        #expect(watch.outcome == .calibrated)
        driver.stop()
    }

    /// Walks east with a compass of constant heading, from a time of the drive on.
    func walk(
        from begin: Double, seconds: Int = 60, degrees: Double = 0, with driver: inout ControlDriver<HapticsControl>,
        isNavigating: Bool = true
    ) {
        for second in 0..<seconds {
            var info = NavigationInfo.make(at: begin + Double(second), bearing: 90)
            (info.fix.courseDegrees, info.fix.speedMetersPerSecond) = (90, 1.3)
            for tenth in 0..<10 {
                let time = Timestamp.second(begin + Double(second) + Double(tenth) / 10 - 0.95)
                driver.deliver(.heading(Heading(time: time, degrees: degrees, source: "wrist")))
            }
            driver.deliver(isNavigating ? .navigation(info) : .gps(info.fix))
        }
        driver.deliver(.navigationStopped(.requested))
    }

    func driver(_ said: ReportRecorder, _ actuator: RecordingActuator = RecordingActuator()) throws
        -> ControlDriver<HapticsControl>
    {
        let settings = try HapticsSettings(Settings(["mode": .text("compass")]))
        var driver = ControlDriver(
            HapticsControl(
                settings: settings, actuator: actuator, reporter: Reporter(control: "haptics", said.report),
                offsets: file))
        try driver.start()
        return driver
    }

    @Test func `offsets are learned from drives of today only`() throws {
        let (said, old) = (ReportRecorder(), 300 * 86_400.0)
        var replay = try driver(said)
        walk(from: old, with: &replay)
        replay.stop()
        #expect(try file.read().isEmpty)
        var idle = try driver(said)
        walk(from: 0, with: &idle, isNavigating: false)
        idle.stop()
        #expect(try file.read().isEmpty, "outside a navigation one may be carried")
        var drive = try driver(said)
        walk(from: 0, with: &drive)
        #expect(
            try file.read()["wrist"].map { [$0.degrees.rounded(), $0.time.seconds(since: .second(0))] } == [270, 7])
        #expect(said.reports.count { $0.text.hasPrefix("learned while walking") } == 1)
    }

    @Test func `a calibration in a replay is used but not stored`() throws {
        let (said, old) = (ReportRecorder(), 300 * 86_400.0)
        var replay = try driver(said)
        replay.deliver(.gps(.make(at: old)))
        replay.deliver(.command(ControlCommand(action: .calibrate)))
        for tick in 1...40 {
            replay.deliver(.heading(Heading(time: .second(old + Double(tick) / 10), degrees: 91.5, source: "wrist")))
        }
        #expect(said.reports.contains { $0.kind == .ended && $0.effect == "calibration" })
        #expect(said.reports.contains { $0.kind == .warning && $0.text.contains("a recording") })
        #expect(try file.read().isEmpty)
    }

    @Test func `an accidental press of the button while walking calibrates nothing`() throws {
        let (said, actuator) = (ReportRecorder(), RecordingActuator())
        var driver = try driver(said, actuator)
        driver.deliver(.command(ControlCommand(action: .calibrate)))
        walk(from: 0, seconds: 20, with: &driver)
        #expect(actuator.words.contains("not calibrated") && !actuator.words.contains("calibrated"))
        #expect(said.reports.contains { $0.kind == .failed && $0.text.contains("stand still") })
        #expect(try file.read().isEmpty)
    }

    @Test func `a calibration without a compass fails with a pulse`() throws {
        for isBusSilent in [false, true] {
            let (actuator, said) = (RecordingActuator(), ReportRecorder())
            var driver = ControlDriver(
                HapticsControl(
                    settings: HapticsSettings(), actuator: actuator,
                    reporter: Reporter(control: "haptics", said.report), offsets: file))
            driver.deliver(.command(ControlCommand(action: .calibrate)))
            if isBusSilent {
                driver.reportSilence()
            } else {
                for second in 0...10 { driver.deliver(.gps(.make(at: Double(second)))) }
            }
            #expect(actuator.words.last == "not calibrated")
            #expect(said.reports.last?.kind == .failed)
            var watch = CalibrationWatch(maxSeconds: 70)
            for report in said.reports { _ = watch.handle(report) }
            guard case .failed(let reason) = watch.outcome else {
                Issue.record("\(watch.outcome)")
                continue
            }
            #expect(reason.contains(isBusSilent ? "neither positions nor headings" : "no compass sends headings"))
        }
    }
}
