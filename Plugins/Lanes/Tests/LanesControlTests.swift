import Foundation
import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import Platform
import TestSupport
import Testing

@testable import Lanes

@Suite struct LanesControlTests {
    private let folder: TemporaryFolder
    private let lanes: [Lane] = .vocabularyExample
    private let renderer = PictureRenderer(style: PictureStyle())

    init() throws { folder = try TemporaryFolder() }

    private func isClear() throws -> Bool {
        try folder.json()["lanes"] as? [String] == [] && folder.text("lanes.txt") == "\n"
            && folder.bytes("lanes.png") == renderer.png(nil) && folder.bytes("lanes.svg") == renderer.svg(nil)
    }

    @Test func `a drive shows lanes once and ends without them`() throws {
        var fixture = try DriveFixture(folder)
        for distance in [800.0, 700] { fixture.drive(.make(lanes, inMeters: distance)) }
        #expect(try isClear(), "too early")
        for distance in [500.0, 200, 3] {
            fixture.drive(.make(lanes, inMeters: distance))
            #expect(try folder.text("lanes.txt") == "[↰] [↰] ↑ ↑↱\n")
            #expect(try folder.bytes("lanes.png") == renderer.png(Picture(lanes: lanes)))
            #expect(try folder.bytes("lanes.svg") == renderer.svg(Picture(lanes: lanes)))
        }
        fixture.driver.deliver(.navigationStopped(.requested))
        fixture.driver.stop()
        #expect(try isClear())
        #expect(folder.names == ["lanes.json", "lanes.png", "lanes.svg", "lanes.txt"])
        #expect(fixture.output.lines == ["[↰] [↰] ↑ ↑↱"])
        #expect(fixture.output.reports.map(\.kind) == [.began, .ended])
        #expect(
            fixture.output.reports.allSatisfy {
                $0.effect == "lanes" && $0.text == "[↰] [↰] ↑ ↑↱" && $0.effectNumber == 1
            })
    }

    @Test func `the example of the contract gives exactly its JSON`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(lanes))
        let left = #"{"directions":[{"shape":"normalLeft","recommended":true}]}"#
        let straight = #"{"directions":[{"shape":"straight","recommended":false}]}"#
        let both =
            #"{"directions":[{"shape":"straight","recommended":false},{"shape":"normalRight","recommended":false}]}"#
        let text = try folder.text("lanes.json")
        #expect(text.hasPrefix(#"{"lanes":[\#(left),\#(left),\#(straight),\#(both)],"effectNumber":1,"#))
        let json = try folder.json()
        #expect(json["text"] as? String == "[↰] [↰] ↑ ↑↱")
        #expect((json["words"] as? String)?.hasPrefix("4 lanes: recommended left") == true)
        #expect(json["maneuver"] as? String == "turnLeft")
        #expect((json["files"] as? [String: Any])?.keys.sorted() == ["lanes.png", "lanes.svg", "lanes.txt"])
    }

    @Test func `the picture is published for remote displays`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(lanes))
        let picture = try #require(fixture.output.reports.first?.picture)
        #expect(picture.mediaType == "image/svg+xml")
        #expect(picture.data == (try folder.bytes("lanes.svg")))
        #expect(picture.heightPoints == 96 && picture.widthPoints > 96)
    }

    @Test func `the reports name the cue of the maneuver of the lanes`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(lanes, cue: .make(step: 1)), .make([], step: 2), .make(lanes, step: 3, cue: .make(step: 4)))
        #expect(fixture.output.reports.map(\.kind) == [.began, .ended, .began])
        let cue = CueReference(identity: 7, stage: .prepare)
        #expect(fixture.output.reports.map(\.cue) == [cue, cue, nil])
    }

    @Test(arguments: [NavigationState.rerouting, .stopped, .unknown])
    func `without a next maneuver no lanes are shown`(_ state: NavigationState) throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(lanes), .make([], state: state))
        #expect(try isClear())
    }

    @Test func `after the maneuver the lanes are removed`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(lanes, inMeters: 2), .make([], inMeters: 400, step: 2))
        #expect(try isClear())
    }

    @Test func `the album keeps the lanes of each maneuver once`() throws {
        let album = try TemporaryFolder()
        var fixture = try DriveFixture(folder) { $0.album = album.path }
        fixture.drive(.make(lanes, inMeters: 100))
        fixture.driver.reportSilence()
        fixture.drive(.make(lanes, inMeters: 90), .make([.make(.straight)], step: 2))
        fixture.driver.stop()
        #expect(album.names == [PictureAlbum.marker, "001.png", "001.svg", "002.png", "002.svg"])
        #expect(try album.bytes("001.png") == renderer.png(Picture(lanes: lanes)))
        #expect(try isClear(), "the current lanes are removed, those of the album stay")
    }

    @Test func `silence of the bus hides the lanes until the next event`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(lanes))
        fixture.driver.reportSilence()
        #expect(try isClear())
        fixture.drive(.make(lanes, inMeters: 90))
        #expect(try folder.text("lanes.txt") == "[↰] [↰] ↑ ↑↱\n")
    }

    @Test func `the JSON has all lanes and the picture the visible ones`() throws {
        var fixture = try DriveFixture(folder)
        let many = (0..<200).map { Lane.make(.straight, recommended: $0 == 150 ? [.straight] : []) }
        fixture.drive(.make(many))
        #expect((try folder.json()["lanes"] as? [Any])?.count == 200)
        let line = try #require(fixture.output.lines.first)
        #expect(line.hasPrefix("… ↑ ") && line.contains(" [↑] ") && line.hasSuffix(" ↑ …"), "\(line)")
        let picture = try #require(fixture.output.reports.first?.picture)
        #expect(picture.data.count <= ReportedPicture.maxBytes)
        #expect(fixture.output.reports.map(\.kind) == [.began])
    }

    @Test func `sixteen lanes of all directions can be published`() throws {
        var fixture = try DriveFixture(folder) { $0.scale = 3 }
        let all = Lane(directions: LaneShape.allCases.map { LaneDirection(shape: $0, isRecommended: true) })
        fixture.drive(.make(Array(repeating: all, count: 16)))
        #expect(fixture.output.reports.map(\.kind) == [.began])
        #expect(fixture.output.reports.first?.picture != nil)
    }

    @Test func `lanes of an unknown shape or without any are shown neutrally`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make([.make(.unknown), Lane(directions: []), .make(.straight, recommended: [.straight])]))
        #expect(try folder.text("lanes.txt") == "· – [↑]\n")
        #expect(try folder.bytes("lanes.png") != renderer.png(nil))
    }

    @Test func `a panel has its pixels`() throws {
        let panel = try folder.write("", to: "fb1")
        var fixture = try DriveFixture(folder) {
            $0.panel = "64x32"
            $0.device = panel
        }
        fixture.drive(.make(lanes))
        #expect(try folder.bytes("fb1").count == 64 * 32 * 2)
        #expect(try folder.bytes("lanes.rgb565") == folder.bytes("fb1"))
    }

    @Test func `a write failure is reported once and tried again`() throws {
        var fixture = try DriveFixture(folder)
        let obstacle = "\(folder.path)/.lanes.json.\(getpid())"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        for meters in [30.0, 20, 10] { fixture.drive(.make(lanes, inMeters: meters)) }
        #expect(fixture.output.reports.filter { $0.kind == .failed }.count == 1)
        try FileManager.default.removeItem(atPath: obstacle)
        fixture.drive(.make(lanes, inMeters: 5))
        #expect(try folder.text("lanes.txt") == "[↰] [↰] ↑ ↑↱\n")
    }

    @Test func `a stop before the start and a second stop are safe`() throws {
        var settings = LanesSettings()
        settings.folder = folder.path + "/lanes"
        var control = try LanesControl(settings, reporter: .silent, print: { _ in })
        control.stop()
        control.stop()
        #expect(folder.names.isEmpty)
    }

    @Test func `the error names a folder that is not a folder`() {
        let error = #expect(throws: (any Error).self) { try DriveFixture(folder) { $0.folder = "/dev/null" } }
        #expect(error.map { "\($0)" }?.contains("open the folder /dev/null: it is not a folder") == true)
    }

    @Test func `settings are read and wrong ones rejected`() throws {
        let settings = try LanesSettings(
            Settings(["folder": .text("/x"), "album": .text("/y"), "withinMeters": .integer(300)]))
        #expect(settings.folder == "/x" && settings.album == "/y")
        #expect(settings.withinMeters == 300)
        let wrong: [[String: SettingValue]] = [
            ["folder": .text("")], ["folder": .bool(true)], ["withinMeters": .number(-1)],
            ["withinMeters": .text("near")],
        ]
        for values in wrong {
            #expect(throws: SettingsError.self) { try LanesSettings(Settings(values)).pictures() }
        }
    }
}
