import NavigationControl
import NavigationEvents
import Synchronization
import Testing

import Pictures

@testable import Signs

@Suite struct SignsControlTests {
    let display = RecordingDisplay()
    let said = Said()

    func control(_ style: PictureStyle = PictureStyle()) -> SignsControl {
        SignsControl(
            style: style, display: display, reporter: Reporter(control: "signs", said.report), print: said.line)
    }

    @Test func aDriveShowsEachSignOnceAndEndsClear() throws {
        var driver = ControlDriver(control())
        try driver.start()
        let steps: [Step] = [.make(.turnRight, number: 1), .make(.turnLeft, number: 2), .make(.destination, number: 3)]
        for step in steps {
            for distance in [200.0, 100, 5] { driver.deliver(.navigation(.make(step, inMeters: distance))) }
        }
        driver.deliver(.navigationStopped)
        let renderer = PictureRenderer(style: PictureStyle())
        let expected = try ([nil] + steps.map { Picture(Sign($0)) } + [nil]).map {
            SignFiles(png: try renderer.png($0), svg: try renderer.svg($0))
        }
        #expect(display.shown == expected)
        #expect(said.lines.count == 3)
        #expect(said.reports.map(\.kind) == [.began, .ended, .began, .ended, .began, .ended])
        #expect(said.reports.allSatisfy { $0.effect == "sign" })
    }

    @Test func theAlbumKeepsEverySignInItsOrder() throws {
        let scratch = try ScratchFolder()
        var control = SignsControl(
            style: PictureStyle(), display: display, album: SignAlbum(path: scratch.path),
            reporter: Reporter(control: "signs", said.report), print: said.line)
        try control.start()
        let steps: [Step] = [.make(.turnRight, number: 1), .make(.turnLeft, number: 2)]
        for step in steps { control.onNavigation(.make(step, inMeters: 200), fix: .make()) }
        control.onNavigationStopped()
        #expect(try scratch.names() == ["001.png", "001.svg", "002.png", "002.svg"])
        let renderer = PictureRenderer(style: PictureStyle())
        #expect(try scratch.read("002.png") == renderer.png(Picture(Sign(steps[1]))))
    }

    @Test func twoTurnsThatLookAlikeAreTwoLinesAndOnePicture() throws {
        var control = control()
        control.onNavigation(.make(.make(number: 1, onto: "A"), inMeters: 10), fix: .make())
        control.onNavigation(.make(.make(number: 2, onto: "B"), inMeters: 90), fix: .make())
        #expect(said.lines.count == 2)
        #expect(display.shown.count == 1)
    }

    @Test func theCueOfTheManeuverIsReported() {
        let cue = Cue(
            identity: 77, stage: .prepare, subject: .maneuver, stepNumber: 1, distanceMeters: 300, priority: .prepare,
            dueAt: Fix.make().time, validForSeconds: 10)
        var control = control()
        control.onNavigation(.make(cue: cue), fix: .make())
        #expect(said.reports.map(\.cue) == [CueReference(identity: 77, stage: .prepare)])
    }

    @Test func whatCannotBeWrittenIsReportedOnceAndTriedAgain() throws {
        var control = control()
        let failure = SignsError.writing(path: "/full/next.png", reason: "No space left on device")
        display.failure = failure
        for distance in [30.0, 20, 10] { control.onNavigation(.make(inMeters: distance), fix: .make()) }
        #expect(said.reports.filter { $0.kind == .failed }.map(\.text) == ["failed to \(failure)"])
        display.failure = nil
        control.onNavigation(.make(inMeters: 5), fix: .make())
        #expect(display.shown.count == 1)
    }

    @Test func aDisplayThatDoesNotOpenStopsTheStart() {
        display.failure = .folder(path: "/nowhere", reason: "Permission denied")
        var control = control()
        #expect(throws: SignsError.self) { try control.start() }
    }

    @Test func stoppingIsSafeBeforeStartingAndTwice() throws {
        var control = control()
        control.stop()
        try control.start()
        control.stop()
        control.stop()
        #expect(display.shown.count == 1)
    }

    @Test func aSignIsDrawnOnceHoweverOftenItIsShown() throws {
        var cache = SignCache(style: PictureStyle())
        for _ in 0..<5 {
            for picture in SignPicture.allCases { _ = try cache.files(Sign(picture)) }
        }
        #expect(cache.drawnCount == 40)
    }

    @Test func aCacheThatIsFullStartsAnewAndStillDrawsRight() throws {
        var cache = SignCache(style: PictureStyle(size: .list))
        for number in 1...99 {
            for rotation in Rotation.allCases {
                _ = try cache.files(Sign(.roundabout(.right, rotation), exitNumber: number))
            }
        }
        let sign = Sign(.roundabout(.right, .clockwise), exitNumber: 1)
        #expect(try cache.files(sign).png == (try PictureRenderer(style: PictureStyle(size: .list)).png(Picture(sign))))
    }

    @Test func settingsAreReadAndWrongOnesRefused() throws {
        let settings = try SignsSettings(
            Settings(["folder": .text("/x"), "size": .integer(48), "scale": .integer(3), "theme": .text("night")]))
        #expect(settings.folder == "/x")
        #expect(settings.style == PictureStyle(size: .list, scale: 3, theme: .night))
        let wrong: [[String: SettingValue]] = [
            ["size": .integer(50)], ["scale": .integer(4)], ["theme": .text("noon")], ["folder": .text("")],
        ]
        for values in wrong {
            #expect(throws: SettingsError.self) { try SignsSettings(Settings(values)) }
        }
    }
}

/// What a control printed and reported.
final class Said: Sendable {
    private let state = Mutex((lines: [String](), reports: [ControlReport]()))

    var lines: [String] { state.withLock { $0.lines } }
    var reports: [ControlReport] { state.withLock { $0.reports } }

    func line(_ text: String) { state.withLock { $0.lines.append(text) } }
    func report(_ report: ControlReport) { state.withLock { $0.reports.append(report) } }
}
