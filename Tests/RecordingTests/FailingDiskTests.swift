import EventCodec
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Recording

/// Tests of a disk that is full, fails, or loses power.
@Suite struct FailingDiskTests {
    private let folder: TemporaryFolder
    private let disk = FakeDisk()
    private let announcements = Announcements()

    init() throws { folder = try TemporaryFolder() }

    /// A writer that syncs only on demand.
    private func writer(
        chunkBytes: Int = 3000, retrySeconds: Double = 0, partBytes: Int? = nil
    ) throws(RecordingError) -> RecordingWriter {
        let announcements = announcements
        return try RecordingWriter(
            path: "/disk/drive.mcap",
            settings: RecordingSettings(
                compression: .none, chunkBytes: chunkBytes, chunkSeconds: 1000, syncSeconds: 1000,
                retrySeconds: retrySeconds, partBytes: partBytes, maxWaitingBytes: 20_000),
            disk: disk, onState: { announcements.note($0) })
    }

    private func read(_ writer: RecordingWriter) throws -> Read {
        try disk.write(to: folder.path)
        return try Read(writer.status.paths.map { folder.path + $0.dropFirst("/disk".count) })
    }

    @Test func `a full disk loses what does not fit, counts it exactly, and recovers by itself`() throws {
        let events = Drive.events(400)
        let writer = try writer()
        disk.change { state in state.room = 120_000 }
        var refused: [UInt64] = []
        for (index, event) in events.enumerated() {
            if index == 350 {
                #expect(announcements.names.last == "failing")
                disk.change { state in state.room = .max }
            }
            if !writer.append(event) { refused.append(event.sequence) }
        }
        #expect(!refused.isEmpty)
        #expect(writer.status.state == .recording)
        #expect(announcements.names.suffix(2) == ["failing", "recording"])
        try writer.close()
        let read = try read(writer)
        #expect(read.sequences == events.map(\.sequence).filter { !refused.contains($0) })
        #expect(read.gaps.reduce(0) { $0 + $1.count } == UInt64(refused.count))
        #expect(read.gaps.first?.firstSequence == refused.first && read.gaps.last?.lastSequence == refused.last)
        #expect(read.gaps.allSatisfy { $0.reason.contains("No space left") })
        #expect(read.damage.isEmpty && read.tornBytes == 0)
    }

    @Test func `while only chunks fail, events are kept in the tail without loss`() throws {
        let events = Drive.events(60)
        let writer = try writer(chunkBytes: 2000, retrySeconds: 1000)
        for event in events.prefix(10) { writer.append(event) }
        // There is space for frames, but not for a chunk.
        let used = disk.change { state in state.files.values.reduce(0) { $0 + $1.bytes.count } }
        var accepted = writer.status.eventsAccepted
        for event in events.dropFirst(10) {
            disk.change { state in state.room = state.files.values.reduce(0) { $0 + $1.bytes.count } + 1200 }
            if writer.append(event) { accepted += 1 }
        }
        #expect(used > 0 && accepted == writer.status.eventsAccepted)
        #expect(announcements.names == ["failing"])
        let read = try read(writer)
        #expect(read.events.count == Int(accepted) && read.fromTail > 0)
        disk.change { state in state.room = .max }
        try writer.close()
        #expect(try self.read(writer).gaps.reduce(0) { $0 + $1.count } == writer.status.eventsRefused)
    }

    @Test(arguments: [".mcap", ".tail", ".tail2"])
    func `after a failed sync a new file begins, and no event is lost or repeated`(name: String) throws {
        let events = Drive.events(120)
        let writer = try writer()
        for event in events.prefix(40) { writer.append(event) }
        try writer.sync()
        for event in events[40..<80] { writer.append(event) }
        let sick = name == ".mcap" ? "/drive.mcap" : "/drive.mcap" + name
        disk.change { state in state.unsyncable = [sick] }
        try writer.sync()
        #expect(announcements.names == ["failing", "recording"])
        for event in events.dropFirst(80) { #expect(writer.append(event)) }
        try writer.close()
        #expect(writer.status.paths == ["/disk/drive.mcap", "/disk/drive-0002.mcap"])
        let read = try read(writer)
        #expect(read.sequences == events.map(\.sequence))
        #expect(read.damage.isEmpty && read.gaps.isEmpty)
        let info = try RecordingInfo(writer.status.paths.map { folder.path + $0.dropFirst("/disk".count) })
        #expect(info.isWhole && info.duplicates == 0 && info.missing == 0)
    }

    @Test func `if a finished part cannot be synced, a later part contains its unsynced events`() throws {
        let events = Drive.events(120)
        let writer = try writer(partBytes: 12_000)
        disk.change { state in state.unsyncable = ["/drive-0001.mcap"] }
        for event in events.prefix(80) { #expect(writer.append(event)) }
        #expect(writer.status.paths.count > 1)
        try writer.sync()
        #expect(announcements.names == ["failing", "recording"])
        for event in events.dropFirst(80) { #expect(writer.append(event)) }
        try writer.close()
        let read = try read(writer)
        #expect(read.sequences == events.map(\.sequence))
        let info = try RecordingInfo(writer.status.paths.map { folder.path + $0.dropFirst("/disk".count) })
        #expect(info.isWhole && info.duplicates == 0 && info.missing == 0)
    }

    @Test func `synced events survive a power cut just after a failed sync`() throws {
        var random = SplitMix64.announced(for: "power cuts after failed syncs")
        for _ in 0..<40 {
            let disk = FakeDisk()
            let writer = try RecordingWriter(
                path: "/disk/drive.mcap",
                settings: RecordingSettings(
                    compression: .none, chunkBytes: Int.random(in: 500...6000, using: &random), chunkSeconds: 1000,
                    syncSeconds: 1000), disk: disk)
            let events = Drive.events(60)
            for event in events.prefix(40) { #expect(writer.append(event)) }
            try writer.sync()
            for event in events.dropFirst(40) { #expect(writer.append(event)) }
            disk.change { state in state.unsyncable = [".mcap"] }
            #expect(throws: RecordingError.self) { try writer.sync() }
            let place = try TemporaryFolder()
            try disk.write(afterPowerCutTo: place.path, using: &random)
            let paths = writer.status.paths.map { place.path + $0.dropFirst("/disk".count) }
                .filter { FileManager.default.fileExists(atPath: $0) }
            #expect(try Set(Read(paths).sequences).isSuperset(of: events.prefix(40).map(\.sequence)))
            disk.change { state in state.unsyncable = [] }
            try writer.close()
        }
    }

    @Test func `a disk that rejects writes is tried again, and no accepted event is lost`() throws {
        let events = Drive.events(120)
        let writer = try writer()
        for event in events.prefix(40) { writer.append(event) }
        disk.change { state in (state.isUnwritable, state.unsyncable) = (true, [".mcap", ".tail", ".tail2"]) }
        #expect(throws: RecordingError.self) { try writer.sync() }
        for event in events[40..<50] { #expect(!writer.append(event)) }
        disk.change { state in (state.isUnwritable, state.unsyncable) = (false, []) }
        for event in events.dropFirst(50) { #expect(writer.append(event)) }
        try writer.close()
        let read = try read(writer)
        #expect(read.sequences == events.map(\.sequence).filter { !(41...50).contains($0) })
        #expect(read.gaps.map(\.firstSequence) == [41] && read.gaps.map(\.lastSequence) == [50])
        #expect(read.gaps.map(\.count) == [10])
    }

    @Test func `a disk that never syncs does not fill memory or disk, and its failures are counted`()
        async throws
    {
        let events = Drive.events(400)
        let writer = try writer(retrySeconds: 0.002)
        disk.change { state in state.unsyncable = [".mcap", ".tail", ".tail2"] }
        var refused: [UInt64] = []
        for event in events.prefix(300) {
            if !writer.append(event) { refused.append(event.sequence) }
            #expect(throws: RecordingError.self) { try writer.sync() }
        }
        // The chunks that move from part to part are limited.
        #expect(refused.count > 200)
        #expect(disk.change { state in state.files.values.reduce(0) { $0 + $1.bytes.count } } < 200_000)
        #expect(announcements.names == ["failing", "recording", "failing"])
        disk.change { state in state.unsyncable = [] }
        try await until { (try? writer.sync()) != nil }
        for event in events.dropFirst(300) { #expect(writer.append(event)) }
        try writer.close()
        let read = try read(writer)
        #expect(read.sequences == events.map(\.sequence).filter { !refused.contains($0) })
        #expect(read.gaps.reduce(0) { $0 + $1.count } == UInt64(refused.count))
    }

    @Test func `after a second failed sync the next attempt waits`() throws {
        let writer = try writer(retrySeconds: 1000)
        let events = Drive.events(20)
        for event in events.prefix(10) { writer.append(event) }
        disk.change { state in state.unsyncable = [".mcap", ".tail", ".tail2"] }
        #expect(throws: RecordingError.self) { try writer.sync() }
        #expect(!writer.append(events[10]))
        disk.change { state in state.unsyncable = [] }
        try writer.close()
        let read = try read(writer)
        #expect(read.sequences == events.prefix(10).map(\.sequence))
        #expect(read.gaps.map(\.count) == [1])
    }

    @Test func `a disk that refuses everything is tried only at intervals`() throws {
        let settings = RecordingSettings(compression: .none, chunkBytes: 2000, syncSeconds: 1000, retrySeconds: 1)
        var core = try WriterCore(path: "/disk/drive.mcap", settings: settings, metadata: [:], disk: disk, now: 0)
        disk.change { state in state.room = state.files.values.reduce(0) { $0 + $1.bytes.count } + 3500 }
        for event in Drive.events(30) where core.state == .recording {
            _ = core.append(event, event.wireBytes(), now: 0)
        }
        #expect(core.state != .recording && core.refused == 0)
        let sick = RecordingError.system(path: "/disk/drive.mcap", doing: "sync", reason: "Input/output error")
        disk.change { state in state.isUnwritable = true }
        for work in core.takeWork() { core.finished(work, .failure(sick), now: 1) }
        #expect(core.part == nil)
        for seconds in 2...5 {
            let now = UInt64(seconds) * 1_000_000_000
            core.performDueWork(now)
            #expect(try #require(core.nextDeadline()) > now)
        }
    }

    @Test func `synced events survive a power cut at any moment`() throws {
        var random = SplitMix64.announced(for: "power cuts")
        for _ in 0..<60 {
            let disk = FakeDisk()
            let isInParts = random.chance(3)
            let writer = try RecordingWriter(
                path: "/disk/drive.mcap",
                settings: RecordingSettings(
                    compression: random.chance(2) ? .none : .zstd(level: 1),
                    chunkBytes: Int.random(in: 200...6000, using: &random), chunkSeconds: 1000, syncSeconds: 1000,
                    partBytes: isInParts ? 25_000 : nil), disk: disk)
            let events = Drive.events(Int.random(in: 1...120, using: &random))
            var synced = 0
            for (index, event) in events.enumerated() {
                #expect(writer.append(event))
                if random.chance(8) {
                    try writer.sync()
                    synced = index + 1
                }
            }
            let place = try TemporaryFolder()
            try disk.write(afterPowerCutTo: place.path, using: &random)
            guard synced > 0 else { continue }
            let paths = writer.status.paths.map { place.path + $0.dropFirst("/disk".count) }
                .filter { FileManager.default.fileExists(atPath: $0) }
            let sequences = Set(try Self.checked(paths, against: events))
            #expect(sequences.isSuperset(of: events.prefix(synced).map(\.sequence)))
            try writer.close()
        }
    }

    /// The numbers of the events that are read, after a check of each event.
    static func checked(_ paths: [String], against events: [Envelope]) throws -> [UInt64] {
        try checked(paths, against: Dictionary(uniqueKeysWithValues: events.map { ($0.sequence, $0.wireBytes()) }))
    }

    /// The same, given the sent bytes by number.
    static func checked(_ paths: [String], against sent: [UInt64: [UInt8]]) throws -> [UInt64] {
        let read = try Read(paths)
        for event in read.events where sent[event.numbers.sequence] != event.bytes {
            Issue.record("an event is not as it was sent: \(event.numbers)")
        }
        if read.sequences != read.sequences.sorted() || Set(read.sequences).count != read.sequences.count {
            Issue.record("events are out of order or double: \(read.sequences)")
        }
        return read.sequences
    }
}
