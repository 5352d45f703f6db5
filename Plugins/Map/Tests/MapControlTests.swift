import Dashboard
import Foundation
import NavigationControl
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Map

@Suite("The map on a panel") struct MapControlTests {
    /// A control that draws into a folder, the clock of its drive, and its reports.
    private struct Drive {
        let folder: TemporaryFolder
        let output = RecordedOutput()
        private let seconds = Clock()
        var driver: ControlDriver<MapControl>

        init(_ adjust: (inout MapSettings) -> Void = { _ in }) throws {
            folder = try TemporaryFolder()
            var settings = MapSettings()
            settings.file = try RoadMap.write(in: folder)
            settings.folder = folder.path + "/map"
            settings.panel = "240x160"
            adjust(&settings)
            driver = ControlDriver(
                try MapControl(
                    settings, reporter: Reporter(control: "map", output.report),
                    clock: { [seconds] in Moment(seconds: seconds.now) }))
            try driver.start()
        }

        /// Delivers an event some seconds after the one before.
        mutating func deliver(_ event: Event, after pauseSeconds: Double = 1) {
            seconds.pass(pauseSeconds)
            driver.deliver(event)
        }

        mutating func fallSilent() {
            seconds.pass(6)
            driver.reportSilence()
        }

        var picture: [UInt8]? { try? folder.bytes("map/map.png") }
    }

    private final class Clock: Sendable {
        private let seconds = Mutex(0.0)
        var now: Double { seconds.withLock { $0 } }
        func pass(_ pause: Double) { seconds.withLock { $0 += pause } }
    }

    private static func fix(_ number: Int) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(number) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.41 + Double(number) * 1e-4, longitudeDegrees: 8.69),
            speedMetersPerSecond: 12, courseDegrees: 20)
    }

    @Test func `each fix draws the map, and the route comes and goes with navigation`() throws {
        var drive = try Drive()
        #expect(drive.picture == nil)
        drive.deliver(.gps(Self.fix(0)))
        let first = try #require(drive.picture)
        #expect(first.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        drive.deliver(.gps(Self.fix(1)))
        let second = try #require(drive.picture)
        #expect(second != first)
        let line = (0..<20).map { Self.fix($0).position }
        drive.deliver(
            .navigationStarted(
                Route(
                    id: "r", provider: "test", geometry: line, legs: [], stopovers: [], distanceMeters: 200,
                    durationSeconds: 20)))
        let withRoute = try #require(drive.picture)
        #expect(withRoute != second)
        drive.deliver(.navigationStopped(.unknown))
        #expect(drive.picture == second)
        drive.driver.stop()
        #expect(drive.picture == nil)
        #expect(drive.output.reports.isEmpty)
    }

    @Test func `in a silence the vehicle is not shown`() throws {
        var drive = try Drive()
        drive.deliver(.gps(Self.fix(0)))
        let moving = try #require(drive.picture)
        drive.fallSilent()
        let silent = try #require(drive.picture)
        #expect(silent != moving)
        drive.deliver(.gps(Self.fix(0)))
        #expect(drive.picture == moving)
    }

    @Test func `e-paper gets black and white pixels only, and not more often than it can show them`() throws {
        let panel = try TemporaryFolder()
        let device = try panel.write("", to: "panel")
        var drive = try Drive {
            ($0.theme, $0.pauseSeconds, $0.device) = (.paper, 5, device)
        }
        drive.deliver(.gps(Self.fix(0)))
        let pixels = try panel.bytes("panel")
        #expect(pixels.count == 2 * 240 * 160)
        #expect(Set(pixels) == [0, 0xFF])
        for number in 1...4 {
            drive.deliver(.gps(Self.fix(number)))
            #expect(try panel.bytes("panel") == pixels)
        }
        drive.deliver(.gps(Self.fix(5)))
        #expect(try panel.bytes("panel") != pixels)
        drive.driver.stop()
        #expect(try panel.bytes("panel") == [UInt8](repeating: 0, count: 2 * 240 * 160))
    }

    @Test func `a lost folder is reported once, and the panel still shows each map`() throws {
        let panel = try TemporaryFolder()
        let device = try panel.write("", to: "panel")
        var drive = try Drive { $0.device = device }
        drive.deliver(.gps(Self.fix(0)))
        try FileManager.default.removeItem(atPath: drive.folder.path + "/map")
        try drive.folder.write("no folder", to: "map")
        var frames: Set<[UInt8]> = []
        for number in 1...3 {
            drive.deliver(.gps(Self.fix(number)))
            frames.insert(try panel.bytes("panel"))
        }
        #expect(frames.count == 3)
        #expect(drive.output.reports.map(\.kind) == [.failed])
        try FileManager.default.removeItem(atPath: drive.folder.path + "/map")
        try FileManager.default.createDirectory(atPath: drive.folder.path + "/map", withIntermediateDirectories: false)
        drive.deliver(.gps(Self.fix(4)))
        #expect(drive.picture != nil)
    }

    @Test(arguments: [
        ("file", "", "navbus region list"), ("file", "/nowhere/map.mbtiles", "unable to open"),
        ("panel", "8x8", "16 to"),
    ]) func `a setting that cannot work is refused with the way out`(key: String, value: String, text: String) throws {
        let folder = try TemporaryFolder()
        var settings = MapSettings()
        settings.file = try RoadMap.write(in: folder)
        if key == "file" { settings.file = value } else { settings.panel = value }
        let error = #expect(throws: SettingsError.self) {
            try MapControl(settings, reporter: Reporter(control: "map") { _ in })
        }
        #expect("\(try #require(error))".contains(text))
        #expect("\(try #require(error))".contains(key))
    }
}
