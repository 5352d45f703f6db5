import Glibc
import NavigationControl
import NavigationEvents
import Testing

@testable import Lanes

@Suite struct LanesControlTests {
    let display = RecordingDisplay()
    let said = Said()
    let lanes: [Lane] = .vocabularyExample

    func control() -> LanesControl {
        LanesControl(
            withinMeters: 500, display: display, reporter: Reporter(control: "lanes", said.report), print: said.line)
    }

    @Test func aDriveShowsLanesOnceAndEndsClear() throws {
        var driver = ControlDriver(control())
        try driver.start()
        for distance in [700.0, 400, 200, 3] { driver.deliver(.navigation(.make(lanes, inMeters: distance))) }
        driver.deliver(.navigationStopped)
        driver.stop()
        #expect(said.lines == ["[↰] [↰] ↑ ↑↱"])
        #expect(display.shown == [[], lanes, []])
        #expect(said.reports.map(\.kind) == [.began, .ended])
        #expect(said.reports.allSatisfy { $0.effect == "lanes" && $0.text == "[↰] [↰] ↑ ↑↱" })
    }

    @Test func whatCannotBeWrittenIsReportedOnceAndTriedAgain() {
        var control = control()
        let failure = LanesError.writing(path: "/full/lanes.json", reason: "No space left on device")
        display.failure = failure
        for distance in [30.0, 20, 10] { control.onNavigation(.make(lanes, inMeters: distance), fix: .make()) }
        #expect(said.reports.filter { $0.kind == .failed }.map(\.text) == ["failed to \(failure)"])
        display.failure = nil
        control.onNavigation(.make(lanes, inMeters: 5), fix: .make())
        #expect(display.shown == [lanes])
    }

    @Test func stoppingIsSafeBeforeStartingAndTwice() {
        var control = control()
        control.stop()
        control.stop()
        #expect(display.shown.isEmpty)
    }

    @Test func theFileIsReplacedAndNothingElseStays() throws {
        let folder = try ScratchFolder()
        let file = LaneFile(folder: folder.path + "/some/where")
        try file.open()
        try file.show(lanes)
        try file.show([])
        #expect(try folder.read("some/where/lanes.json") == LaneJSON(lanes: []).text)
        #expect(try folder.names("some/where") == ["lanes.json"])
    }

    @Test func lanesThatCannotBeWrittenAreToldAndTheOldOnesStay() throws {
        let folder = try ScratchFolder()
        let file = LaneFile(folder: folder.path)
        try file.show(lanes)
        // A folder lies where the next lanes are written to before they take the place of the old ones.
        #expect(mkdir("\(folder.path)/.lanes.json.\(getpid())", 0o700) == 0)
        let error = #expect(throws: LanesError.self) { try file.show([]) }
        #expect(error?.description.contains("File exists") == true)
        #expect(try folder.read("lanes.json") == LaneJSON(lanes: lanes).text)
    }

    @Test func aFolderThatIsNoneIsNamed() {
        #expect(throws: LanesError.folder(path: "/dev/null", reason: "it is not a folder")) {
            try LaneFile(folder: "/dev/null").open()
        }
    }

    @Test func settingsAreReadAndWrongOnesRefused() throws {
        let settings = try LanesSettings(Settings(["folder": .text("/x"), "withinMeters": .integer(300)]))
        #expect(settings.folder == "/x")
        #expect(settings.withinMeters == 300)
        let wrong: [[String: SettingValue]] = [
            ["folder": .text("")], ["folder": .bool(true)], ["withinMeters": .number(-1)],
            ["withinMeters": .text("near")],
        ]
        for values in wrong {
            #expect(throws: SettingsError.self) { try LanesSettings(Settings(values)) }
        }
    }
}
