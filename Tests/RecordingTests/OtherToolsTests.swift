import EventCodec
import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import Recording

/// Tests with the Python package mcap, which has no code of navbus, in both directions.
@Suite struct OtherToolsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [RecordingSettings.Compression.none, .zstd(level: 3)])
    func `Python finds every message, decodes it by its schema, and confirms all checksums`(
        compression: RecordingSettings.Compression
    ) throws {
        let events = Drive.events(200)
        let settings = RecordingSettings(compression: compression, chunkBytes: 10_000)
        let writer = try RecordingWriter(path: folder.path + "/a.mcap", settings: settings, metadata: ["run": "77"])
        for event in events { writer.append(event) }
        let gap = RecordingGap(
            session: .main, run: 77, firstSequence: 201, lastSequence: 205, count: 5, began: events[0].publishedAt,
            ended: events[1].publishedAt, reason: "gone")
        writer.note(gap)
        try writer.close()

        let lines = try ExternalTool.recordings("check", folder.path + "/a.mcap").map { $0.split(separator: " ") }
        #expect(lines[0].contains("run=77") && lines[0].contains("part=1"), "\(lines[0])")
        let messages = lines.filter { $0[0] == "message" }
        let found = messages.filter { $0[1] == "navbus.v1.Envelope" }
        #expect(found.map { $0[5] } == events.map { Substring(Self.hex($0.wireBytes())) })
        #expect(found.map { $0[2] } == events.map { Substring($0.event.topic.wireName(session: .main)) })
        #expect(found.map { $0[3] } == events.map { "\($0.publishedAt.nanosecondsSinceEpoch)" })
        #expect(found.map { $0[4] } == events.map { "\($0.sequence)" })
        #expect(
            messages.filter { $0[1] == "navbus.v1.RecordingGap" }.map { $0[5] } == [
                Substring(Self.hex(gap.wireBytes()))
            ])

        let positions = messages.filter { $0[1] == "foxglove.LocationFix" }
        let fixes = events.compactMap { if case .gps(let fix) = $0.event { fix } else { nil } }
        #expect(positions.count == fixes.count)
        for (line, fix) in zip(positions, fixes) {
            #expect(line[2] == "/position/main")
            #expect(Double(line[6]) == fix.smoothedPosition.latitudeDegrees)
            #expect(Double(line[7]) == fix.smoothedPosition.longitudeDegrees)
            #expect((Int64(line[8]) ?? 0) * 1_000_000_000 + (Int64(line[9]) ?? 0) == fix.time.nanosecondsSinceEpoch)
            #expect(Double(line[10]) == fix.speedMetersPerSecond)
            #expect(Double(line[11]) == fix.courseDegrees.map { $0 * .pi / 180 })
            #expect(Double(line[12]) == fix.headingDegrees.map { $0 * .pi / 180 })
        }
    }

    @Test func `Python reads each part and each recovered file`() throws {
        let settings = RecordingSettings(compression: .none, chunkBytes: 4000, partBytes: 40_000)
        let writer = try RecordingWriter(path: folder.path + "/a.mcap", settings: settings)
        for event in Drive.events(200) { writer.append(event) }
        let paths = writer.status.paths
        var count = 0
        let last = try #require(paths.last)
        _ = try RecordingRepair.repair(last, to: folder.path + "/mended.mcap")
        try writer.sync()
        for path in paths.dropLast() + [folder.path + "/mended.mcap"] {
            let lines = try ExternalTool.recordings("check", path)
            count += lines.filter { $0.hasPrefix("message navbus.v1.Envelope") }.count
            #expect(lines[1] == (path == paths[0] ? "attachments" : "attachments state/main"))
        }
        #expect(count == 200)
        try writer.close()
    }

    @Test(arguments: ["zstd", "none", "loose", "foreign"])
    func `files written by Python are read`(kind: String) throws {
        let events = Drive.events(200)
        let path = folder.path + "/python.mcap"
        _ = try ExternalTool.recordings("make", path, kind, input: Self.lines(events))
        let info = try RecordingInfo([path])
        #expect(try Read([path]).events.map(\.bytes) == events.map { $0.wireBytes() })
        #expect(info.isWhole && info.tornBytes == 0)
        #expect(info.ignoredMessages == (kind == "foreign" ? ["camera": 200] : [:]))
        let report = try RecordingRepair.repair(path, to: folder.path + "/copy.mcap")
        #expect(report.wasWhole && report.events == 200 && report.messages == (kind == "foreign" ? 400 : 200))
        #expect(try Read([folder.path + "/copy.mcap"]).events.map(\.bytes) == events.map { $0.wireBytes() })
    }

    @Test func `an unsupported compression is reported with a remedy`() throws {
        let path = folder.path + "/python.mcap"
        _ = try ExternalTool.recordings("make", path, "lz4", input: Self.lines(Drive.events(20)))
        let read = try Read([path])
        #expect(read.events.isEmpty)
        #expect(read.damage.first == .unreadableCompression(path: path, name: "lz4"))
        #expect(read.damage.first?.description.contains("--compression zstd") == true)
    }

    @Test func `the schemas in a recording are those of the proto files`() throws {
        let made = folder.path + "/Descriptors.swift"
        let script = ExternalTool.package.appending(path: "scripts/descriptors.sh").path
        _ = try ExternalTool.lines(script, [made])
        let own = ExternalTool.package.appending(path: "Sources/Recording/Descriptors.swift")
        #expect(
            try String(contentsOfFile: made, encoding: .utf8) == String(contentsOf: own, encoding: .utf8),
            "the proto files have changed: run scripts/descriptors.sh")
    }

    private static func lines(_ events: [Envelope]) -> String {
        events.map {
            let name = $0.event.topic.wireName(session: $0.session)
            return "\(name) \($0.publishedAt.nanosecondsSinceEpoch) \(hex($0.wireBytes()))\n"
        }.joined()
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
