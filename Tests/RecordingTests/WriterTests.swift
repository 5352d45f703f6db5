import EventCodec
import Foundation
import Glibc
import NavigationEvents
import TestSupport
import Testing

@testable import Recording

@Suite struct WriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [RecordingSettings.Compression.none, .zstd(level: 1), .zstd(level: 19)])
    func `recorded events are read byte for byte, and need no tail`(
        compression: RecordingSettings.Compression
    ) throws {
        let path = folder.path + "/drive.mcap"
        let events = Drive.events(500)
        let writer = try RecordingWriter(
            path: path, settings: RecordingSettings(compression: compression, chunkBytes: 20_000),
            metadata: ["run": "77"])
        for event in events { #expect(writer.append(event)) }
        try writer.close()
        try writer.close()
        #expect(writer.status.state == .closed)
        #expect(writer.append(events[0]) == false)

        let read = try Read([path])
        #expect(read.events.map(\.bytes) == events.map { $0.wireBytes() })
        #expect(try read.events.map { try $0.envelope() } == events)
        #expect(read.events.map(\.logTime) == events.map(\.publishedAt))
        #expect(read.damage.isEmpty && read.gaps.isEmpty && read.tornBytes == 0 && read.fromTail == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["drive.mcap"])
    }

    @Test func `an accepted event is readable without a close`() throws {
        let path = folder.path + "/drive.mcap"
        let events = Drive.events(50)
        let writer = try RecordingWriter(path: path)
        for (index, event) in events.enumerated() {
            #expect(writer.append(event))
            #expect(try Read([path]).sequences == events.prefix(index + 1).map(\.sequence))
        }
        #expect(try Read([path]).fromTail == 50)
        try writer.close()
        #expect(try Read([path]).fromTail == 0)
    }

    @Test func `a reader selects sessions, topics and a start time`() throws {
        let path = folder.path + "/two.mcap"
        let rider = try #require(Session("rider-2"))
        let writer = try RecordingWriter(path: path, settings: RecordingSettings(chunkBytes: 2000))
        for (first, second) in zip(Drive.events(100), Drive.events(100, session: rider)) {
            writer.append(first)
            writer.append(second)
        }
        try writer.close()
        let all = try Read([path]).events
        #expect(all.count == 200)
        let gps = try Read([path], options: ReadingOptions(topics: [.onGPS], sessions: [rider])).events
        #expect(gps == all.filter { $0.topic == .onGPS && $0.session == rider } && !gps.isEmpty)
        let from = Timestamp(nanosecondsSinceEpoch: 1_750_000_005_000_000_000)
        let late = try Read([path], options: ReadingOptions(from: from)).events
        #expect(late == all.filter { $0.logTime >= from } && late.count == 102)
    }

    @Test func `a recording in parts is one recording, and each part has the state at its beginning`() throws {
        let path = folder.path + "/drive.mcap"
        let settings = RecordingSettings(compression: .none, chunkBytes: 4000, partBytes: 30_000)
        let events = Drive.events(300)
        let writer = try RecordingWriter(path: path, settings: settings)
        for event in events { #expect(writer.append(event)) }
        try writer.close()
        let paths = writer.status.paths
        #expect(paths.count > 3)
        #expect(paths.first == folder.path + "/drive-0001.mcap")
        #expect(RecordingReader.parts(of: paths[1]) == paths)
        #expect(RecordingReader.parts(of: path) == paths)
        #expect(try Read(paths).events.map(\.bytes) == events.map { $0.wireBytes() })
        let info = try RecordingInfo(paths)
        #expect(
            info.isWhole && info.events == 300 && info.missing == 0 && info.duplicates == 0 && info.navigations == 1)
        #expect(info.metadata.map { $0["part"] } == (1...paths.count).map { "\($0)" })
        // The state at the beginning of a later part.
        let reader = try RecordingReader([paths[1]])
        let before = try #require(try Read([paths[0]]).events.last).envelope()
        #expect(reader.states.map(\.sequence) == [before.sequence])
        #expect(reader.states.first?.latest.map(\.event.topic).contains(.onNavigationStarted) == true)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).map { folder.path + "/" + $0 })
                == Set(paths))
    }

    @Test func `a part ends at its maximum duration`() async throws {
        let settings = RecordingSettings(partSeconds: 0.05)
        let writer = try RecordingWriter(path: folder.path + "/drive.mcap", settings: settings)
        let events = Drive.events(3)
        for (index, event) in events.enumerated() {
            #expect(writer.append(event))
            try await until { writer.status.paths.count == index + 2 }
        }
        try writer.close()
        #expect(try Read(writer.status.paths).sequences == [1, 2, 3])
    }

    @Test func `a chunk is finished at its maximum age, and its tail emptied`() async throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(path: path, settings: RecordingSettings(chunkSeconds: 0.05))
        for event in Drive.events(10) { writer.append(event) }
        try await until { try Read([path]).fromTail == 0 && Self.size(path + ".tail") == Tail.headerBytes }
        #expect(try Read([path]).events.count == 10)
        try writer.close()
    }

    @Test func `an existing file is not overwritten`() throws {
        let path = try folder.write("precious", to: "drive.mcap")
        #expect(throws: RecordingError.exists(path: path)) { try RecordingWriter(path: path) }
        let tail = try folder.write("precious", to: "other.mcap.tail")
        #expect(throws: RecordingError.exists(path: tail)) { try RecordingWriter(path: folder.path + "/other.mcap") }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/other.mcap"))
        #expect(throws: RecordingError.badName(path: "drive.bag")) { try RecordingWriter(path: "drive.bag") }
        #expect(throws: RecordingError.self) { try RecordingWriter(path: folder.path + "/no/drive.mcap") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func `a gap is recorded`() throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(path: path)
        let events = Drive.events(9)
        for event in events.prefix(3) { writer.append(event) }
        let gap = RecordingGap(
            session: .main, run: 77, firstSequence: 4, lastSequence: 6, count: 3, began: events[3].publishedAt,
            ended: events[5].publishedAt, reason: "the bus had forgotten them")
        writer.note(gap)
        for event in events.suffix(3) { writer.append(event) }
        try writer.close()
        let info = try RecordingInfo([path])
        #expect(info.gaps == [gap])
        #expect(info.missing == 3 && info.events == 6 && info.duplicates == 0)
    }

    @Test func `an event above the maximum size is counted, even if it is the last one`() throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(path: path)
        let events = Drive.events(2)
        writer.append(events[0])
        let large = [UInt8](repeating: 0, count: WriterCore.maxEventBytes + 1)
        #expect(!writer.append(events[1], wireBytes: large))
        try writer.close()
        let gaps = try RecordingInfo([path]).gaps
        #expect(gaps.map(\.firstSequence) == [2] && gaps.map(\.count) == [1])
    }

    @Test func `a later part skips existing names without losing an event`() throws {
        for number in 2...5 { try folder.write("precious", to: "drive-000\(number).mcap") }
        let writer = try RecordingWriter(
            path: folder.path + "/drive.mcap", settings: RecordingSettings(chunkBytes: 2000, partBytes: 1))
        let events = Drive.events(30)
        for event in events { #expect(writer.append(event)) }
        try writer.close()
        #expect(writer.status.paths.prefix(2).map { $0.suffix(9) } == ["0001.mcap", "0006.mcap"])
        #expect(try Read(writer.status.paths).sequences == events.map(\.sequence))
    }

    @Test func `the beginning of a part does not count for its size`() async throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(
            path: path, settings: RecordingSettings(syncSeconds: 0, partBytes: 10))
        writer.append(Drive.events(1)[0])
        try writer.sync()
        try await until { writer.status.state == .recording && !FileManager.default.fileExists(atPath: path) }
        #expect(writer.status.paths.count == 1)
        try writer.close()
    }

    @Test func `waking an ended writer writes to no other file`() throws {
        let thread = try WriterThread { .over }
        thread.join()
        var ends: [Int32] = [-1, -1]
        let isMade = pipe(&ends) == 0
        try #require(isMade)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        thread.wake()
        var byte: UInt8 = 0
        let count = read(ends[0], &byte, 1)
        #expect(count == -1)
        for end in ends { Glibc.close(end) }
    }

    @Test func `info tells repeated, missing and disordered events apart`() throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(path: path)
        let events = Drive.events(9)
        for index in [0, 1, 4, 3, 3, 8] { writer.append(events[index]) }
        writer.append(Drive.events(1, run: 78)[0])
        try writer.close()
        let info = try RecordingInfo([path])
        #expect(info.missing == 4 && info.duplicates == 1 && info.disordered == 2)
        #expect(info.runs == [77, 78] && info.navigations == 2)
        #expect(info.first == events[0].publishedAt && info.last == events[8].publishedAt)
    }

    static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
    }
}

/// Waits for a condition, at most ten seconds.
func until(_ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while try !condition() {
        try #require(ContinuousClock.now < deadline, "the condition did not come")
        try await Task.sleep(for: .milliseconds(5))
    }
}
