import Glibc
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

    var file: OffsetFile { OffsetFile(folder: "\(folder)/navbus/haptics") }

    let offset = StoredOffset(
        degrees: 91.4, spreadDegrees: 1.2, origin: .facingNorth, time: .second(1_777_881_601))

    func write(_ text: String, to path: String) throws {
        let stream = try #require(fopen(path, "w"))
        fputs(text, stream)
        fclose(stream)
    }

    @Test func whatIsKeptIsReadAgain() throws {
        #expect(try file.read().isEmpty)
        #expect(try file.keep(["bluetooth \"F0\"\\\u{1}": offset]) == nil)
        #expect(try file.keep(["wrist": offset]) == nil)
        #expect(try file.read() == ["bluetooth \"F0\"\\\u{1}": offset, "wrist": offset])
    }

    @Test func aBrokenFileIsToldWithItsPlaceAndSetAside() throws {
        _ = try file.keep(["wrist": offset])
        for number in 1...2 {
            try write("[[compass]]\nsource = \"a\"\nhow = \"guessed\"\n", to: file.path)
            let error = #expect(throws: HapticsError.self) { try file.read() }
            #expect(error?.description.contains("offsets.toml:3:") == true)
            #expect(try file.keep(["wrist": offset]) == "\(file.path).broken-\(number)")
            #expect(try file.read() == ["wrist": offset])
        }
    }

    @Test func whereNothingCanBeKeptThatIsToldWithTheWayOut() throws {
        let error = #expect(throws: HapticsError.self) {
            try OffsetFile(folder: "/proc/navbus").keep(["wrist": offset])
        }
        #expect(error?.description.contains("XDG_STATE_HOME") == true)
        #expect(try OffsetFile(folder: nil).keep(["wrist": offset]) == nil)
    }

    @Test func theFolderIsThatOfTheUser() {
        #expect(StateFolder.path { ["XDG_STATE_HOME": "/x"][$0] } == "/x/navbus/haptics")
        let home = ["XDG_STATE_HOME": "relative", "HOME": "/users/ada"]
        #expect(StateFolder.path { home[$0] } == "/users/ada/.local/state/navbus/haptics")
        #expect(StateFolder.path { _ in nil } == nil)
    }

    @Test func theDoctorTellsWhatIsToBeDone() throws {
        func grades(_ days: Double) -> [ControlFinding.Grade] {
            DoctorCommand.findings(file, at: .second(1_777_881_601 + days * 86_400)).map(\.grade)
        }
        #expect(grades(0) == [.absent])
        _ = try file.keep(["wrist": offset])
        #expect(grades(0) == [.fine] && grades(89) == [.fine] && grades(91) == [.absent] && grades(-1) == [.absent])
        var trembling = offset
        trembling.spreadDegrees = 11
        _ = try file.keep(["wrist": trembling])
        #expect(grades(0) == [.absent])
        try write("compass = 7\n", to: file.path)
        #expect(grades(0) == [.fault])
        #expect(DoctorCommand.findings(OffsetFile(folder: nil), at: .second(0)).map(\.grade) == [.fault])
    }

    /// Asked for by anybody; ten headings a second, outside a navigation.
    @Test func aCalibrationIsFeltToldAndKept() throws {
        let (actuator, said) = (RecordingActuator(), Said())
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
        var watch = CalibrationWatch(mostSeconds: 70)
        #expect(told.compactMap { watch.take($0) }.last == "calibrated: wrist sits at 92°")
        #expect(watch.outcome == .calibrated)
        driver.stop()
    }

    @Test func aCalibrationWithoutACompassIsGivenUpAndFelt() throws {
        for isBusSilent in [false, true] {
            let (actuator, said) = (RecordingActuator(), Said())
            var driver = ControlDriver(
                HapticsControl(
                    settings: HapticsSettings(), actuator: actuator,
                    reporter: Reporter(control: "haptics", said.report), offsets: file))
            driver.deliver(.command(ControlCommand(action: .calibrate)))
            if isBusSilent {
                driver.fallSilent()
            } else {
                for second in 0...10 { driver.deliver(.gps(.make(at: Double(second)))) }
            }
            #expect(actuator.words.last == "not calibrated")
            #expect(said.reports.last?.kind == .failed)
            var watch = CalibrationWatch(mostSeconds: 70)
            for report in said.reports { _ = watch.take(report) }
            guard case .failed(let reason) = watch.outcome else {
                Issue.record("\(watch.outcome)")
                continue
            }
            #expect(reason.contains(isBusSilent ? "neither positions nor headings" : "no compass tells a heading"))
        }
    }
}
