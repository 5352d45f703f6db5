import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import Recording

/// Tests of files that another program removes or truncates during the recording.
@Suite struct RemovedFileTests {
    private let folder: TemporaryFolder
    private let announcements = Announcements()
    private let events = Drive.events(90)
    private var path: String { folder.path + "/drive.mcap" }

    init() throws { folder = try TemporaryFolder() }

    private func writer() throws -> RecordingWriter {
        let announcements = announcements
        return try RecordingWriter(
            path: path,
            settings: RecordingSettings(
                compression: .none, chunkBytes: 3000, chunkSeconds: 1000, syncSeconds: 1000, retrySeconds: 0),
            onState: { announcements.note($0) })
    }

    /// Whether `close` throws an error about lost events.
    private func closeTells(_ writer: RecordingWriter) -> Bool {
        do {
            try writer.close()
            return false
        } catch {
            return "\(error)".contains("keep \(path)") && "\(error)".contains("lost")
        }
    }

    @Test(arguments: [false, true])
    func `a removed recording continues in a new file, counts the loss and ends with an error`(
        isNoticedBeforeTheEnd: Bool
    ) throws {
        let writer = try writer()
        for event in events.prefix(60) { #expect(writer.append(event)) }
        try writer.sync()
        unlink(path)
        for event in events.dropFirst(60) { #expect(writer.append(event)) }
        if isNoticedBeforeTheEnd {
            try writer.sync()
            #expect(announcements.names == ["failing", "recording"])
        }
        #expect(closeTells(writer))
        #expect(writer.status.paths == [folder.path + "/drive-0002.mcap"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["drive-0002.mcap"])
        let read = try Read(writer.status.paths)
        #expect(read.damage.isEmpty && read.gaps.count == 1)
        let gap = try #require(read.gaps.first)
        // Messages of unfinished chunks are still in memory.
        #expect(gap.firstSequence == 1 && gap.lastSequence == gap.count && gap.count > 30 && gap.count <= 60)
        #expect(gap.reason.contains("removed"))
        #expect(read.sequences == Array(gap.count + 1...90))
        #expect(writer.status.eventsRefused == gap.count && writer.status.eventsAccepted == 90 - gap.count)
    }

    @Test func `a recording that is cut keeps the rest of its events and counts the loss`() throws {
        let writer = try writer()
        for event in events.prefix(60) { #expect(writer.append(event)) }
        try writer.sync()
        let size = try WriterTests.size(path)
        truncate(path, off_t(size - 4000))
        for event in events.dropFirst(60) { #expect(writer.append(event)) }
        try writer.sync()
        #expect(closeTells(writer))
        #expect(writer.status.paths == [path, folder.path + "/drive-0002.mcap"])
        #expect(try WriterTests.size(path) == size - 4000)
        let read = try Read(writer.status.paths)
        let lost = try #require(read.gaps.first)
        #expect(read.gaps.count == 1 && lost.count > 0 && lost.reason.contains("truncated"))
        #expect(read.sequences == (1...90).filter { !(lost.firstSequence...lost.lastSequence).contains($0) })
        #expect(lost.count == lost.lastSequence - lost.firstSequence + 1)
    }

    @Test(arguments: ["", ".tail", ".tail2"])
    func `a file of another program with the name of a removed file is left alone`(
        ending: String
    ) throws {
        let writer = try writer()
        for event in events.prefix(60) { #expect(writer.append(event)) }
        unlink(path + ending)
        try Data("mine".utf8).write(to: URL(filePath: path + ending))
        for event in events.dropFirst(60) { #expect(writer.append(event)) }
        // Nothing of it was synced, so the new file contains everything.
        try writer.close()
        #expect(try Data(contentsOf: URL(filePath: path + ending)) == Data("mine".utf8))
        #expect(try Read([folder.path + "/drive-0002.mcap"]).sequences == events.map(\.sequence))
        #expect(writer.status.eventsRefused == 0)
    }

    @Test func `gaps in a removed file are written again`() throws {
        let writer = try writer()
        let time = events[0].publishedAt
        let gap = RecordingGap(
            session: .main, run: 77, firstSequence: 0, lastSequence: 0, count: 5, began: time, ended: time,
            reason: "lost on the way")
        writer.note(gap)
        for event in events.prefix(60) { #expect(writer.append(event)) }
        try writer.sync()
        unlink(path)
        #expect(closeTells(writer))
        #expect(try Read(writer.status.paths).gaps.first == gap)
    }
}
