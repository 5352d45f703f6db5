import Glibc
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Haptics

@Suite struct CalibratorTests {
    /// What comes of a compass that points like this, ten times a second.
    func steps(seconds: Double = 70, _ heading: (Double) -> Double?) -> [Calibrator.Step] {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<Int(seconds * 10) {
            let now = Double(tick) / 10
            steps += heading(now).map { calibrator.take($0, of: "wrist", at: now) } ?? calibrator.advance(to: now)
        }
        return steps
    }

    func result(_ steps: [Calibrator.Step]) -> Calibrator.Result? {
        if case .done(let results)? = steps.last { results.first } else { nil }
    }

    func failure(_ steps: [Calibrator.Step]) -> String? {
        if case .failed(let reason)? = steps.last { reason } else { nil }
    }

    @Test func whoKeepsStillForThreeSecondsIsCalibratedAllAroundTheCircle() throws {
        for degrees in stride(from: 0.0, to: 360, by: 5) {
            let steps = steps { _ in degrees }
            let found = try #require(result(steps))
            #expect(abs(Angle.turn(from: degrees, to: found.offsetDegrees)) < 0.01)
            #expect((3...5).contains(steps.count), "a beat a second, and the end")
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func aHandThatTremblesAcrossNorthIsCalibrated(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let steps = steps { _ in Angle.normalized(Double.random(in: -9...9, using: &random)) }
        let found = try #require(result(steps), "seed \(seed)")
        #expect(abs(Angle.turn(from: 0, to: found.offsetDegrees)) < 3, "seed \(seed)")
        #expect((2...8).contains(found.spreadDegrees), "seed \(seed)")
    }

    @Test(arguments: [5.0, 10, 45, -5, -90])
    func whoTurnsIsNotCalibrated(_ degreesASecond: Double) {
        let steps = steps { $0 * degreesASecond }
        #expect(failure(steps)?.contains("never steady") == true)
        #expect(steps.dropLast().allSatisfy { if case .beat = $0 { true } else { false } })
    }

    @Test func aMagnetThatPassesBeginsTheThreeSecondsAnew() throws {
        let steps = steps { (2.0..<2.5).contains($0) ? 140 : 80 }
        #expect(abs(try #require(result(steps)).offsetDegrees - 80) < 5)
        #expect(steps.count >= 6, "not before five and a half seconds")
    }

    @Test func withoutACompassItIsSaidSoSoon() {
        let steps = steps { _ in nil }
        #expect(failure(steps)?.contains("no compass tells a heading") == true)
        #expect((9...10).contains(steps.count))
    }

    @Test func aCompassThatIsVagueIsSaidSo() {
        var calibrator = Calibrator(at: 0)
        let steps = (0...100).flatMap { calibrator.takeVague(at: Double($0) / 10) }
        #expect(failure(steps)?.contains("uncertain") == true)
    }

    @Test func aCompassThatFallsSilentIsSaidSo() {
        #expect(failure(steps { $0 < 2 ? 80 : nil })?.contains("fallen silent") == true)
    }

    @Test func aHeadingASecondIsEnough() throws {
        var calibrator = Calibrator(at: 0)
        let steps = (0...10).flatMap { calibrator.take(350, of: "positions", at: Double($0)) }
        #expect(abs(try #require(result(steps)).offsetDegrees - 350) < 0.01)
    }

    @Test func twoCompassesAreCalibratedAtOnce() {
        var calibrator = Calibrator(at: 0)
        var steps: [Calibrator.Step] = []
        for tick in 0..<40 {
            steps += calibrator.take(20, of: "wrist", at: Double(tick) / 10)
            steps += calibrator.take(200, of: "head", at: Double(tick) / 10)
        }
        guard case .done(let results)? = steps.last else {
            Issue.record("not done: \(steps)")
            return
        }
        #expect(results.map(\.source).contains("wrist"))
    }
}

@Suite struct OffsetTests {
    /// Walks on and tells how a compass sits that is turned by so many degrees.
    func walk(
        _ offsets: inout Offsets, from begin: Int, seconds: Int, offset: Double, speed: Double = 1.3,
        course: (Int) -> Double = { _ in 40 }, tremor: Double = 0, seed: UInt64 = 1
    ) {
        var random = SeededGenerator(seed: seed)
        for second in begin..<begin + seconds {
            let way = course(second)
            var fix = Fix.make(at: Double(second))
            (fix.courseDegrees, fix.speedMetersPerSecond) = (Angle.normalized(way), speed)
            let noise = tremor > 0 ? Double.random(in: -tremor...tremor, using: &random) : 0
            offsets.learn("wrist", device: Angle.normalized(way + offset + noise), fix: fix, since: .second(0))
        }
    }

    func error(_ offsets: Offsets, _ truth: Double) -> Double {
        abs(Angle.turn(from: truth, to: offsets.calibration(of: "wrist").positionOffsetDegrees))
    }

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 30)))
    func whoWalksStraightOnTeachesHowTheCompassSits(_ truth: Double) {
        var offsets = Offsets()
        walk(&offsets, from: 0, seconds: 60, offset: truth, tremor: 15)
        #expect(error(offsets, truth) < 5)
        let kept = offsets.takeLearned(at: .second(60))
        #expect(kept["wrist"]?.origin == .learned)
        #expect(error(offsets, truth) < 5)
    }

    @Test func whoIsSlowOrTurnsTeachesNothing() {
        var offsets = Offsets()
        walk(&offsets, from: 0, seconds: 60, offset: 90, speed: 0.9)
        walk(&offsets, from: 100, seconds: 60, offset: 90, course: { Double($0) * 25 })
        walk(&offsets, from: 200, seconds: 4, offset: 90)
        #expect(!offsets.isKnown("wrist"))
        #expect(offsets.takeLearned(at: .second(300)).isEmpty)
    }

    @Test func whatIsKnownIsCorrectedSlowly() {
        let old = StoredOffset(degrees: 80, spreadDegrees: 1, origin: .facingNorth, time: .second(-10 * 86_400))
        var offsets = Offsets(stored: ["wrist": old])
        walk(&offsets, from: 0, seconds: 15, offset: 120)
        #expect((20...36).contains(error(offsets, 120)))
        walk(&offsets, from: 15, seconds: 400, offset: 120)
        #expect(error(offsets, 120) < 6)
        #expect(offsets.takeLearned(at: .second(500))["wrist"] != nil)
    }

    @Test func aFreshCalibrationIsMovedLittleAndKept() {
        let fresh = StoredOffset(degrees: 355, spreadDegrees: 1, origin: .facingNorth, time: .second(-3600))
        var offsets = Offsets(stored: ["wrist": fresh])
        walk(&offsets, from: 0, seconds: 900, offset: 90)
        #expect(abs(error(offsets, 5)) < 0.01, "ten degrees, across north")
        #expect((offsets.disagreement(of: "wrist", at: .second(900)) ?? 0) > 80)
        #expect(offsets.takeLearned(at: .second(900)).isEmpty)
        #expect(error(offsets, 5) < 10.1)
    }

    @Test func whatIsNotToBeLearnedIsNot() {
        var offsets = Offsets(learns: false)
        walk(&offsets, from: 0, seconds: 600, offset: 90)
        #expect(!offsets.isKnown("wrist"))
    }
}

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
        let home = ["XDG_STATE_HOME": "relative", "HOME": "/home/ada"]
        #expect(StateFolder.path { home[$0] } == "/home/ada/.local/state/navbus/haptics")
        #expect(StateFolder.path { _ in nil } == nil)
    }

    @Test func theDoctorTellsWhatIsToBeDone() throws {
        func grades(_ days: Double) -> [ControlFinding.Grade] {
            DoctorCommand.findings(file, at: .second(1_777_881_601 + days * 86_400)).map(\.grade)
        }
        #expect(grades(0) == [.absent])
        _ = try file.keep(["wrist": offset])
        #expect(grades(0) == [.fine] && grades(89) == [.fine] && grades(91) == [.absent] && grades(-1) == [.absent])
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

@Suite struct CalibrationWatchTests {
    @Test func whereNobodyBeginsThatIsSaid() {
        var watch = CalibrationWatch(mostSeconds: 70)
        watch.wait(4)
        #expect(watch.outcome == .going)
        watch.wait(5)
        guard case .nobody(let reason) = watch.outcome else {
            Issue.record("\(watch.outcome)")
            return
        }
        #expect(reason.contains("haptics"))
    }

    @Test func whatOthersReportIsNotMistaken() {
        var watch = CalibrationWatch(mostSeconds: 70)
        #expect(watch.take(ControlReport(control: "speech", kind: .began, effect: "utterance", text: "Hello")) == nil)
        _ = watch.take(
            ControlReport(control: "haptics", kind: .began, effect: "calibration", processID: 7, effectNumber: 2))
        _ = watch.take(
            ControlReport(control: "haptics", kind: .ended, effect: "calibration", processID: 7, effectNumber: 1))
        #expect(watch.outcome == .going)
        watch.wait(70)
        #expect(watch.outcome != .going)
    }
}
