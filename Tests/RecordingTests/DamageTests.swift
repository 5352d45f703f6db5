import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import Recording

/// Tests of the loss that damage causes, with and without sequence numbers around it.
@Suite struct DamageTests {
    private let folder: TemporaryFolder
    private let events = Drive.events(60)
    private var path: String { folder.path + "/drive.mcap" }
    private var mended: String { folder.path + "/mended.mcap" }

    init() throws { folder = try TemporaryFolder() }

    /// The position of the damage.
    enum Place: CaseIterable {
        case first, middle, last

        func of<Element>(_ elements: [Element]) -> Element? {
            switch self {
            case .first: elements.first
            case .middle: elements.isEmpty ? nil : elements[elements.count / 2]
            case .last: elements.last
            }
        }
    }

    /// Writes a recording in several chunks and damages one; returns the events in it. Without its end the file is like
    /// that of a killed recorder.
    private func damaged(_ place: Place, hasEnd: Bool, gap: RecordingGap? = nil) throws -> UInt64 {
        let writer = try RecordingWriter(
            path: path,
            settings: RecordingSettings(
                compression: .none, chunkBytes: 3000, chunkSeconds: 1000, syncSeconds: 1000))
        if let gap { writer.note(gap) }
        for event in events { #expect(writer.append(event)) }
        try writer.close()
        let file = try ReadFile(path)
        let summary = try #require(try Summary(of: file, maxBytes: 1 << 24))
        let chunk = try #require(place.of(summary.chunks))
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        bytes[chunk.offset + chunk.length / 2] ^= 0xFF
        if !hasEnd, let last = summary.chunks.last { bytes.removeLast(bytes.count - last.offset - last.length) }
        try Data(bytes).write(to: URL(filePath: path))
        return try UInt64(events.count - Read([path]).events.count)
    }

    @Test(arguments: Place.allCases)
    func `damage anywhere is counted, and the repaired recording still reports it`(
        place: Place
    ) throws {
        let lost = try damaged(place, hasEnd: true)
        let info = try RecordingInfo([path])
        #expect(lost > 0 && info.missing == lost && info.unreadable == lost && info.unknownLoss == nil)
        #expect(info.isFinished && !info.isWhole)
        let report = try RecordingRepair.repair(path, to: mended)
        #expect(report.gaps.map(\.count) == [lost] && !report.wasWhole)
        let after = try RecordingInfo([mended])
        #expect(after.isWhole && after.missing == lost && after.unreadable == lost && after.gaps == report.gaps)
        let gap = try #require(after.gaps.first)
        #expect(gap.run == 77 && gap.session == .main && gap.firstSequence == 0 && gap.reason.contains("damaged"))
        #expect(gap.began >= events[0].publishedAt && gap.ended <= events[59].publishedAt && gap.began < gap.ended)
        // A second repair loses nothing and adds no gap.
        let again = try RecordingRepair.repair(mended, to: folder.path + "/again.mcap")
        #expect(again.wasWhole && again.gaps.isEmpty)
        #expect(try RecordingInfo([folder.path + "/again.mcap"]).missing == lost)
    }

    @Test(arguments: [Place.first, .last])
    func `without the end of a file the loss before and after its events is reported as unknown`(
        place: Place
    ) throws {
        #expect(try damaged(place, hasEnd: false) > 0)
        let text = place == .first ? "damaged before the first event" : "damaged after the last event"
        let info = try RecordingInfo([path])
        #expect(info.unknownLoss == text && info.missing == 0 && !info.isFinished)
        let report = try RecordingRepair.repair(path, to: mended)
        #expect(report.gaps.map(\.count) == [0])
        let after = try RecordingInfo([mended])
        #expect(after.unknownLoss == text && after.gaps.map(\.reason) == [text])
        #expect(try #require(after.gaps.first).ended > Timestamp(nanosecondsSinceEpoch: 0))
    }

    @Test func `damage between events is counted by their numbers`() throws {
        let lost = try damaged(.middle, hasEnd: false)
        let info = try RecordingInfo([path])
        #expect(lost > 0 && info.missing == lost && info.unknownLoss == nil && info.unreadable == 0)
        #expect(try RecordingRepair.repair(path, to: mended).gaps.isEmpty)
        #expect(try RecordingInfo([mended]).missing == lost)
    }

    @Test func `gaps of the recorder do not hide damage`() throws {
        let time = events[0].publishedAt
        let before = RecordingGap(
            session: .main, run: 7, firstSequence: 90, lastSequence: 99, count: 10, began: time, ended: time,
            reason: "lost on the way")
        let lost = try damaged(.last, hasEnd: true, gap: before)
        let info = try RecordingInfo([path])
        #expect(info.gaps == [before] && info.unreadable == lost && info.missing == lost + 10)
    }

    @Test func `a file with damage only at its end is cut without an unknown loss`() throws {
        let writer = try RecordingWriter(path: path)
        for event in events { #expect(writer.append(event)) }
        try writer.close()
        let size = try WriterTests.size(path)
        truncate(path, off_t(size - 5))
        let info = try RecordingInfo([path])
        #expect(info.missing == 0 && info.unknownLoss == nil && !info.isFinished && info.events == 60)
    }
}
