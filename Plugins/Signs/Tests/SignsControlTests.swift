import Foundation
import Glibc
import NavigationControl
import NavigationEvents
import PictureOutput
import Pictures
import Platform
import TestSupport
import Testing

@testable import Signs

@Suite struct SignsControlTests {
    private let folder: TemporaryFolder
    private let renderer = PictureRenderer(style: PictureStyle())

    init() throws { folder = try TemporaryFolder() }

    @Test func `a drive shows each sign once and ends without one`() throws {
        var fixture = try DriveFixture(folder)
        #expect(try folder.bytes("next.png") == renderer.png(nil))
        let steps: [Step] = [.make(.turnRight, number: 1), .make(.turnLeft, number: 2), .make(.destination, number: 3)]
        for step in steps {
            for distance in [200.0, 100, 5] { fixture.drive(.make(step, inMeters: distance)) }
            #expect(try folder.bytes("next.png") == renderer.png(Picture(Sign(step))))
            #expect(try folder.bytes("next.svg") == renderer.svg(Picture(Sign(step))))
        }
        fixture.driver.deliver(.navigationStopped(.requested))
        #expect(try folder.bytes("next.png") == renderer.png(nil))
        #expect(try folder.bytes("next.svg") == renderer.svg(nil))
        #expect(try folder.sign() == nil)
        #expect(fixture.output.lines.count == 3)
        #expect(fixture.output.reports.map(\.kind) == [.began, .ended, .began, .ended, .began, .ended])
        #expect(fixture.output.reports.allSatisfy { $0.effect == "sign" })
        #expect(folder.names == ["next.json", "next.png", "next.svg"])
    }

    @Test func `the JSON has the content of the sign`() throws {
        var fixture = try DriveFixture(folder)
        var step = Step.make(
            .roundaboutRightCounterclockwise, onto: "B 37 / Mannheim", exit: "9A",
            roundabout: Roundabout(exitCount: 2, exitAngleDegrees: 88))
        step.simpleRoadName = "B 37"
        step.turnAngleDegrees = 87
        step.signpost = Signpost(destinations: ["Mannheim"], refs: ["B 37"])
        let cue = Cue.make(.prepare)
        fixture.drive(.make(step, inMeters: 151, then: .make(.turnLeft, number: 2, onto: "Römerstraße"), cue: cue))
        let sign = try #require(try folder.sign())
        let expected: [String: String] = [
            "effectNumber": "1", "text": "↺  Roundabout  exit 2  onto B 37 / Mannheim",
            "maneuver": "roundaboutRightCounterclockwise", "words": "Roundabout, exit 2", "glyph": "↺",
            "street": "B 37",
            "fullName": "B 37 / Mannheim", "simpleName": "B 37", "exitNumber": "9A", "roundaboutExit": "2",
            "roundaboutExitAngleDegrees": "88.0", "turnAngleDegrees": "87.0", "drivingSide": "right",
            "distanceMeters": "150.0", "distanceText": "150 m", "stepNumber": "1", "route": "first",
        ]
        for (name, value) in expected { #expect(sign[name].map { "\($0)" } == value, "\(name)") }
        #expect(sign["destinations"] as? [String] == ["Mannheim"])
        #expect(sign["refs"] as? [String] == ["B 37"])
        #expect(sign["cue"] as? [String: String] == ["identity": "18446744073709551615", "stage": "prepare"])
        let then = try #require(sign["then"] as? [String: Any])
        #expect(then["maneuver"] as? String == "turnLeft")
        #expect(then["street"] as? String == "Römerstraße")
        #expect(then["metersBetween"] as? Int == 120)
        #expect(fixture.output.reports.map(\.effectNumber) == [1])
    }

    @Test func `a new stage of the cue is reported without drawing`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(cue: .make(.prepare)))
        let before = try fileNumber("next.png")
        fixture.drive(.make(inMeters: 50, cue: .make(.now)))
        #expect((try folder.sign()?["cue"] as? [String: String])?["stage"] == "now")
        #expect(try fileNumber("next.png") == before)
        #expect(fixture.output.reports.map(\.cue) == [CueReference(identity: .max, stage: .prepare)])
    }

    @Test func `without changes no file is written`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(inMeters: 300))
        let before = try folder.names.map(fileNumber)
        for meters in stride(from: 299.0, through: 0, by: -1) { fixture.drive(.make(inMeters: meters)) }
        #expect(try folder.names.map(fileNumber) == before)
    }

    @Test func `the sign is published for remote displays`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make())
        let picture = try #require(fixture.output.reports.first?.picture)
        #expect(picture.mediaType == "image/svg+xml")
        #expect(picture.data == (try folder.bytes("next.svg")))
    }

    @Test func `texts make the sign wider, and the distance changes in steps`() throws {
        var fixture = try DriveFixture(folder) {
            $0.text = ["distance", "street", "exit"]
            $0.units = .metric
            $0.decimalSeparator = ","
        }
        for meters in stride(from: 1220.0, through: 880, by: -1) {
            fixture.drive(.make(.make(exit: "9A"), inMeters: meters))
        }
        #expect(
            fixture.output.reports.map(\.kind) == [.began] + Array(repeating: .progressed, count: 4),
            "1,2 km · 1,1 km · 1,0 km · 950 m · 900 m")
        let pictures = fixture.output.reports.map(\.picture)
        #expect(pictures.dropFirst().allSatisfy { $0 == nil })
        #expect(pictures.first??.widthPoints == 96, "what is published has no distance, which would be out of date")
        let png = try folder.bytes("next.png")
        #expect(png[16..<24].map { Int($0) }.prefix(4).reduce(0) { $0 << 8 | $1 } > 200, "the width of the file")
        #expect(try folder.sign()?["distanceText"] as? String == "900 m")
    }

    @Test func `the maneuver after the next has a picture if configured`() throws {
        var fixture = try DriveFixture(folder) { $0.then = true }
        let list = PictureRenderer(style: PictureStyle(size: .list))
        fixture.drive(.make(then: .make(.turnLeft, number: 2)))
        #expect(try folder.bytes("then.png") == list.png(Picture(Sign(.turn(.left)))))
        fixture.drive(.make(.make(.destination, number: 2)))
        #expect(try folder.bytes("then.png") == list.png(nil))
    }

    @Test(arguments: [NavigationState.rerouting, .stopped, .unknown])
    func `without a next maneuver no sign is shown`(_ state: NavigationState) throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(), .make(nil, state: state))
        #expect(try folder.sign() == nil)
        #expect(try folder.bytes("next.png") == renderer.png(nil))
        #expect(fixture.output.reports.map(\.kind) == [.began, .ended])
    }

    @Test func `silence of the bus hides the sign until the next event`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make())
        fixture.driver.reportSilence()
        #expect(try folder.sign() == nil)
        fixture.drive(.make(inMeters: 200))
        #expect(try folder.sign()?["maneuver"] as? String == "turnRight")
        #expect(fixture.output.reports.map(\.kind) == [.began, .ended, .began])
    }

    @Test func `the album keeps every sign in order`() throws {
        let album = try TemporaryFolder()
        var fixture = try DriveFixture(folder) { $0.album = album.path }
        let steps: [Step] = [.make(.turnRight, number: 1), .make(.turnLeft, number: 2)]
        for step in steps { fixture.drive(.make(step)) }
        fixture.driver.stop()
        #expect(album.names == [PictureAlbum.marker, "001.png", "001.svg", "002.png", "002.svg"])
        #expect(try album.bytes("002.png") == renderer.png(Picture(Sign(steps[1]))))
    }

    @Test func `a repeated sign is stored once, and two equal turns are stored twice`() throws {
        let album = try TemporaryFolder()
        var fixture = try DriveFixture(folder) { $0.album = album.path }
        fixture.drive(.make(.make(number: 1)))
        fixture.driver.reportSilence()
        fixture.drive(.make(.make(number: 1)), .make(.make(number: 2)))
        #expect(album.names == [PictureAlbum.marker, "001.png", "001.svg", "002.png", "002.svg"])
        fixture.driver.deliver(.navigationStopped(.requested))
        fixture.drive(.make(.make(number: 2)))
        #expect(album.names.last == "003.svg", "another drive has signs of its own")
    }

    @Test func `another run clears the album and keeps foreign files`() throws {
        let album = try TemporaryFolder()
        let own = ["001.png", "001.svg", "002.svg", "017.png", "1000.svg"]
        let others = [PictureAlbum.marker, "0017.png", "17.png", "000.svg", "a.png", "003.txt", "003.png.bak"]
        for name in own + others { try album.write("x", to: name) }
        var fixture = try DriveFixture(folder) { $0.album = album.path }
        #expect(album.names == others.sorted())
        fixture.drive(.make())
        #expect(album.names == (others + ["001.png", "001.svg"]).sorted())
    }

    @Test func `foreign numbered pictures are not an album`() throws {
        let pictures = try TemporaryFolder()
        for name in ["001.png", "002.png"] { try pictures.write("x", to: name) }
        #expect(throws: OutputFolder.Failure.self) { try DriveFixture(folder) { $0.album = pictures.path } }
        #expect(pictures.names == ["001.png", "002.png"])
    }

    @Test func `two equal turns are two signs with one drawing`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(.make(number: 1, onto: "A"), inMeters: 10))
        let before = try fileNumber("next.png")
        fixture.drive(.make(.make(number: 2, onto: "B"), inMeters: 90))
        #expect(fixture.output.lines.count == 2)
        #expect(try fileNumber("next.png") == before)
        #expect(try folder.sign()?["street"] as? String == "B")
    }

    @Test(arguments: [
        "", "شارع الملك فهد", "רחוב הרצל", "🚧 Baustelle 🚧", "\u{1B}[2J\u{202E}evil\n\u{7}\u{2028}",
        "\"quoted\" \\ back",
        String(repeating: "Straße ", count: 1500), "e\u{301}" + String(repeating: "\u{334}", count: 500),
    ])
    func `any name gives a sign, JSON and a line`(_ name: String) throws {
        var fixture = try DriveFixture(folder) { $0.text = ["distance", "street"] }
        fixture.drive(.make(.make(onto: name)))
        #expect(try folder.sign()?["fullName"] as? String == name)
        #expect(try folder.bytes("next.png").count > 100)
        let line = try #require(fixture.output.lines.first)
        #expect(!line.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
        #expect(fixture.output.reports.map(\.kind) == [.began])
        #expect(fixture.output.reports[0].picture.map { $0.data.count <= ReportedPicture.maxBytes } == true)
    }

    @Test func `a folder that cannot be created prevents the start`() {
        let error = #expect(throws: (any Error).self) {
            try DriveFixture(folder) { $0.folder = "/dev/null/signs" }
        }
        #expect(error.map { "\($0)" }?.contains("set \"folder\" to a writable folder") == true)
    }

    @Test func `a write failure is reported once and tried again`() throws {
        var fixture = try DriveFixture(folder)
        let obstacle = "\(folder.path)/.next.json.\(getpid())"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        for meters in [30.0, 20, 10] { fixture.drive(.make(inMeters: meters)) }
        let failures = fixture.output.reports.filter { $0.kind == .failed }
        #expect(failures.count == 1)
        #expect(failures[0].text.hasPrefix("failed to write \(folder.path)/next.json: File exists; free disk space"))
        try FileManager.default.removeItem(atPath: obstacle)
        fixture.drive(.make(inMeters: 5))
        #expect(try folder.sign()?["maneuver"] as? String == "turnRight")
    }

    @Test(arguments: SmallDisk.Kind.available)
    func `a disk that fills up during a drive leaves no wrong sign`(_ kind: SmallDisk.Kind) throws {
        let disk = try SmallDisk(kind, at: folder.path, kibibytes: 128)
        var fixture = try DriveFixture(folder, on: disk) { $0.panel = "120x120" }
        fixture.drive(.make(.make(.turnRight, number: 1)))
        try disk.fill()
        // The space of the old picture is enough for the next one.
        fixture.drive(.make(.make(.turnLeft, number: 2)))
        #expect(try folder.sign()?["maneuver"] as? String == "turnLeft")
        // Another process takes the space.
        try FileManager.default.removeItem(atPath: folder.path + "/next.rgb565")
        try disk.fill()
        for meters in [90.0, 80, 70] { fixture.drive(.make(.make(.destination, number: 3), inMeters: meters)) }
        #expect(folder.names.filter { $0 != SmallDisk.ballast }.isEmpty)
        let failures = fixture.output.reports.filter { $0.kind == .failed }
        #expect(failures.map(\.effectNumber) == [3])
        fixture.driver.deliver(.navigationStopped(.requested))
        disk.makeRoom()
        fixture.driver.stop()
        #expect(try folder.sign() == nil)
        #expect(try folder.bytes("next.png") == renderer.png(nil))
    }

    @Test func `files of other settings are removed`() throws {
        var fixture = try DriveFixture(folder) {
            $0.then = true
            $0.panel = "40x30"
        }
        fixture.drive(.make(then: .make(.turnLeft, number: 2)))
        #expect(folder.names.count == 6)
        // The control is killed and started again.
        _ = try DriveFixture(folder)
        #expect(folder.names == ["next.json", "next.png", "next.svg"])
    }

    @Test func `a removed folder is created again with the next event`() throws {
        var fixture = try DriveFixture(folder)
        fixture.drive(.make(inMeters: 100))
        try FileManager.default.removeItem(atPath: folder.path)
        fixture.drive(.make(inMeters: 99))
        #expect(folder.names == ["next.json", "next.png", "next.svg"])
        #expect(fixture.output.reports.map(\.kind) == [.began])
    }

    @Test func `a stop before the start and a second stop are safe`() throws {
        var settings = SignsSettings()
        settings.folder = folder.path + "/signs"
        var control = try SignsControl(settings, reporter: .silent, print: { _ in })
        control.stop()
        #expect(folder.names.isEmpty)
        try control.start()
        control.stop()
        control.stop()
        #expect(try folder.bytes("signs/next.png") == renderer.png(nil))
    }

    @Test func `settings are read and wrong ones rejected`() throws {
        let settings = try SignsSettings(
            Settings([
                "folder": .text("/x"), "album": .text("/y"), "then": .bool(true), "text": .list(["distance", "exit"]),
                "textPlace": .text("below"), "units": .text("uk"), "decimalSeparator": .text(","),
            ]))
        #expect(settings.folder == "/x" && settings.album == "/y" && settings.then)
        #expect(try settings.texts() == [.distance, .exit] && settings.textPlace == .below)
        #expect(settings.units == .uk && settings.decimalCharacter == ",")
        let wrong: [[String: SettingValue]] = [
            ["text": .list(["speed"])], ["textPlace": .text("above")], ["units": .text("nautical")],
            ["decimalSeparator": .text("")], ["decimalSeparator": .text(".,")], ["then": .text("yes")],
        ]
        for values in wrong {
            #expect(throws: SettingsError.self) { try SignsSettings(Settings(values)).texts() }
        }
    }

    private func fileNumber(_ name: String) throws -> UInt64 {
        let facts = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
        return try #require(facts[.systemFileNumber] as? UInt64)
    }
}
