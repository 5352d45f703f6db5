import FoundationEssentials
import NavigationEvents
import Platform
import Testing
import XML

@testable import Positions

@Suite("Positions from GPX", .timeLimit(.minutes(1)))
struct GPXSourceTests {
    @Test func `track points of any segment and with any extension prefix become fixes`() async {
        let told = await CollectedEvents.from(
            GPXSource(file: Self.path("two-segments-with-speed-and-course"), pace: .max))
        #expect(told.problems.isEmpty)
        #expect(told.fixes.map(\.time) == [clock(8, 0, 0), clock(8, 0, 1.25), clock(8, 0, 4)])
        #expect(told.elapsed == [clock(8, 0, 2.25), clock(8, 0, 3.25)])
        #expect(
            told.fixes.first
                == Fix(
                    time: clock(8, 0, 0), position: .harbour, altitudeMeters: 104.5,
                    horizontalAccuracyMeters: 6,
                    speedMetersPerSecond: 5.5, courseDegrees: 91.5, satellitesUsed: 9))
        #expect(told.fixes.last?.speedMetersPerSecond == nil)
    }

    @Test func `a track without times is refused with what to do`() async {
        let path = Self.path("no-times")
        let told = await CollectedEvents.from(GPXSource(file: path))
        #expect(told.events == [.problem(.noTimes(file: path, points: 2)), .ended])
    }

    @Test func `invalid XML is reported with line and column after the points before it`() async {
        let path = Self.path("broken-after-one-point")
        let told = await CollectedEvents.from(GPXSource(file: path, pace: .max))
        #expect(told.fixes.count == 1)
        guard case .badXML(path, 3, let column, let reason) = told.problems.first else {
            Issue.record("\(told.problems)")
            return
        }
        #expect(column > 1)
        #expect(reason.contains("mismatched tag"))
        #expect(told.events.last == .ended)
    }

    @Test func `invalid points are reported with their lines and the others are played`() async {
        let told = await CollectedEvents.from(GPXSource(file: Self.path("bad-points"), pace: .max))
        #expect(told.fixes.map(\.time) == [clock(8, 0, 0), clock(8, 0, 6)])
        let lines = told.problems.compactMap {
            if case .badLine(_, let line, _, _) = $0 { line } else { nil }
        }
        #expect(lines == [3, 4, 5, 6, 7])
    }

    @Test func `a declaration of an entity is refused`() async {
        let path = Self.path("entities-that-explode")
        let told = await CollectedEvents.from(GPXSource(file: path, pace: .max))
        guard case .badXML(path, 2, _, let reason) = told.problems.first else {
            Issue.record("\(told.problems)")
            return
        }
        #expect(reason.contains("document type"))
        #expect(told.fixes.isEmpty)
    }

    @Test(arguments: ["", "hello", "<html></html>", "{}"]) func `a document of another kind is refused`(text: String)
        async throws
    {
        let file = try TemporaryFile(text)
        let told = await CollectedEvents.from(GPXSource(file: file.path, pace: .max))
        #expect(told.problems.count == 1)
        #expect(told.events.last == .ended)
    }

    @Test func `a long track passes a small queue completely`() async throws {
        let points = (0..<5000).map { second in
            let time = "2026-05-04T\(NMEAWriter.time(secondsOfDay: 28_800 + second).grouped)Z"
            return #"<trkpt lat="50.05" lon="8.25"><time>\#(time)</time></trkpt>"#
        }
        let file = try TemporaryFile(
            "<gpx><trk><trkseg>\(points.joined(separator: "\n"))</trkseg></trk></gpx>")
        let told = await CollectedEvents.from(GPXSource(file: file.path, pace: .max))
        #expect(told.fixes.map { Int($0.time.seconds(since: clock(8, 0, 0))) } == Array(0..<5000))
    }

    @Test func `random bytes do not crash the GPX reader`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let good = Array(
            try Data(contentsOf: URL(filePath: Self.path("two-segments-with-speed-and-course"))))
        for _ in 0..<1000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            let parser = GPXParser()
            do throws(XMLReader.Failure) {
                try parser.parse(
                    bytes[..<Int.random(in: 0...bytes.count, using: &generator)], isLast: false)
                try parser.parse([], isLast: true)
            } catch {
                #expect(!error.reason.isEmpty, "seed \(seed)")
            }
            #expect(parser.takePoints().count <= 3, "seed \(seed)")
        }
    }

    private static func path(_ name: String) -> String {
        let folder = #filePath.prefix(through: #filePath.lastIndex(of: "/") ?? #filePath.startIndex)
        return "\(folder)Fixtures/\(name).gpx"
    }
}

extension String {
    /// "080000.00" as "08:00:00.00".
    fileprivate var grouped: String {
        "\(prefix(2)):\(dropFirst(2).prefix(2)):\(dropFirst(4))"
    }
}

extension GPXSourceTests {
    private static let point = "<trkpt lat=\"49\" lon=\"8\"><time>2026-05-04T08:00:00Z</time></trkpt>"

    @Test(
        arguments: [
            ("elements in each other", String(repeating: "<a>", count: 3_000_000), "nested more than"),
            ("a comment without end", "<!--" + String(repeating: "x", count: 5_000_000), "longer than"),
            ("a tag without end", "<a b=\"" + String(repeating: "x", count: 5_000_000), "longer than"),
        ])
    func `a file that expands without bound is refused after the points before it`(
        _ name: String, body: String, reason: String
    ) async throws {
        let file = try TemporaryFile("<gpx><trk><trkseg>\(Self.point)\(body)")
        let told = await CollectedEvents.from(GPXSource(file: file.path, pace: .max))
        #expect(told.fixes.count == 1, "\(name)")
        guard case .badXML(_, let line, let column, let found) = told.problems.first else {
            Issue.record("\(name): \(told.problems)")
            return
        }
        #expect(found.contains(reason) && line == 1 && column > 1, "\(found)")
    }

    @Test func `default attributes are refused with the document type before any point`() async throws {
        let attributes = (0..<10_000).map { "<!ATTLIST a b\($0) CDATA \"x\">" }.joined()
        let file = try TemporaryFile(
            "<!DOCTYPE gpx [\(attributes)]><gpx>\(String(repeating: "<a/>", count: 100_000))</gpx>")
        let told = await CollectedEvents.from(GPXSource(file: file.path, pace: .max))
        guard case .badXML(_, 1, _, let reason) = told.problems.first else {
            Issue.record("\(told.problems)")
            return
        }
        #expect(reason.contains("document type"))
    }
}
