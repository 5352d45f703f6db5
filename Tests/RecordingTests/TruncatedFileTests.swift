import EventCodec
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Recording

/// Tests of truncated files and files with wrong bytes.
@Suite struct TruncatedFileTests {
    private let folder: TemporaryFolder
    private let events = Drive.events(24)
    private var sent: [UInt64: [UInt8]] {
        Dictionary(uniqueKeysWithValues: events.map { ($0.sequence, $0.wireBytes()) })
    }

    init() throws { folder = try TemporaryFolder() }

    /// A small recording in several chunks: its bytes, and the end of each chunk with the number of events before it.
    private func small(
        _ compression: RecordingSettings.Compression
    ) throws -> (bytes: [UInt8], ends: [(offset: Int, events: Int)]) {
        let path = folder.path + "/whole.mcap"
        let writer = try RecordingWriter(
            path: path,
            settings: RecordingSettings(
                compression: compression, chunkBytes: 1500, chunkSeconds: 1000, syncSeconds: 1000))
        var ends: [(Int, Int)] = []
        var size = writer.status.bytesWritten
        for (index, event) in events.enumerated() {
            #expect(writer.append(event))
            if writer.status.bytesWritten > size {
                size = writer.status.bytesWritten
                ends.append((size, index + 1))
            }
        }
        try writer.close()
        return (Array(try Data(contentsOf: URL(filePath: path))), ends)
    }

    @Test(arguments: [RecordingSettings.Compression.none, .zstd(level: 3)])
    func `a file cut at any byte gives every event of its complete chunks and no wrong one`(
        compression: RecordingSettings.Compression
    ) throws {
        let (bytes, ends) = try small(compression)
        let path = folder.path + "/cut.mcap"
        let sent = events.map { $0.wireBytes() }
        // Most of the file is the schemas at its beginning, in which only some cuts are tried.
        let beginning = ends[0].offset - 3000
        for size in Array(stride(from: 1, to: beginning, by: 131)) + Array(beginning..<bytes.count) {
            try Self.put(bytes.prefix(size), path)
            let read = try Read([path])
            let whole = ends.last { $0.offset <= size }?.events ?? 0
            // A chunk can be read without the index records after it.
            if read.events.count < whole || read.events.map(\.bytes) != Array(sent.prefix(read.events.count)) {
                Issue.record("cut at \(size): \(read.events.count) events, at least \(whole) expected")
            }
        }
        try Data().write(to: URL(filePath: path))
        #expect(throws: RecordingError.notMCAP(path: path, found: "nothing")) { try Read([path]) }
    }

    @Test func `a cut file with a cut tail gives every event up to the last complete frame`() throws {
        let path = folder.path + "/open.mcap"
        let writer = try RecordingWriter(
            path: path, settings: RecordingSettings(chunkBytes: 4000, chunkSeconds: 1000, syncSeconds: 1000))
        var frames: [[Int]] = []
        for event in events {
            writer.append(event)
            frames.append(try Tail.paths(of: path).map(WriterTests.size))
        }
        let files = try ([path] + Tail.paths(of: path)).map { Array(try Data(contentsOf: URL(filePath: $0))) }
        let sent = sent
        let current = frames[frames.count - 1][0] == frames[frames.count - 2][0] ? 1 : 0
        let cut = folder.path + "/cut.mcap"
        for size in Array(stride(from: 0, to: files[1 + current].count, by: 7)) + [files[1 + current].count] {
            for (name, content) in zip([cut] + Tail.paths(of: cut), files) {
                let isCut = name == Tail.paths(of: cut)[current]
                try Self.put(isCut ? content.prefix(size) : content[...], name)
            }
            // The last events whose frames are in the cut tail.
            let lost = frames.reversed().prefix { $0[current] > size && size < files[1 + current].count }.count
            let sequences = try FailingDiskTests.checked([cut], against: sent)
            if sequences.count < events.count - lost {
                Issue.record("tail cut at \(size): \(sequences.count) events, \(lost) may be lost")
            }
        }
        try writer.close()
    }

    @Test func `flipped bytes cause no wrong event, no crash and no endless reader`() throws {
        var random = SplitMix64.announced(for: "flipped bytes")
        let sent = sent
        for compression in [RecordingSettings.Compression.none, .zstd(level: 3)] {
            let bytes = try small(compression).bytes
            unlink(folder.path + "/whole.mcap")
            let path = folder.path + "/flipped.mcap"
            for _ in 0..<400 {
                var wrong = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    wrong[Int.random(in: 0..<wrong.count, using: &random)] ^=
                        1 << UInt8.random(in: 0...7, using: &random)
                }
                if random.chance(4) { wrong.removeLast(Int.random(in: 0..<wrong.count, using: &random)) }
                try Self.put(wrong[...], path)
                do {
                    _ = try FailingDiskTests.checked([path], against: sent)
                    unlink(folder.path + "/mended.mcap")
                    _ = try RecordingRepair.repair(
                        path, to: folder.path + "/mended.mcap", settings: RecordingSettings(), disk: QuickDisk())
                    _ = try FailingDiskTests.checked([folder.path + "/mended.mcap"], against: sent)
                    #expect(try RecordingInfo([folder.path + "/mended.mcap"]).isWhole)
                } catch let error as RecordingError {
                    guard case .notMCAP = error else { throw error }
                }
            }
        }
    }

    @Test func `a damaged chunk is reported and the rest is read`() throws {
        var (bytes, ends) = try small(.none)
        bytes[(ends[0].offset + ends[1].offset) / 2] ^= 0xFF
        let path = folder.path + "/damaged.mcap"
        try Data(bytes).write(to: URL(filePath: path))
        let read = try Read([path])
        #expect(read.sequences == (events.prefix(ends[0].events) + events.dropFirst(ends[1].events)).map(\.sequence))
        #expect(read.damage.count == 1)
        #expect(try !RecordingInfo([path]).isWhole)
        #expect(try RecordingInfo([path]).missing == UInt64(ends[1].events - ends[0].events))
    }

    @Test func `recover makes a complete file of a cut one and its tail, and reports the loss`() throws {
        let path = folder.path + "/open.mcap"
        let writer = try RecordingWriter(path: path, settings: RecordingSettings(chunkBytes: 4000, chunkSeconds: 1000))
        for event in events { writer.append(event) }
        let tail = Tail.paths(of: path).max { (try? WriterTests.size($0)) ?? 0 < (try? WriterTests.size($1)) ?? 0 }
        let file = try FileHandle(forWritingTo: URL(filePath: try #require(tail)))
        try file.seekToEnd()
        try file.write(contentsOf: Data([1, 2, 3]))
        let mended = folder.path + "/mended.mcap"
        let report = try RecordingRepair.repair(path, to: mended)
        #expect(report.events == 24 && report.eventsFromTail > 0 && report.tornBytes == 3 && !report.wasWhole)
        #expect(report.damage.isEmpty)
        let info = try RecordingInfo([mended])
        #expect(info.isWhole && info.events == 24 && info.missing == 0)
        #expect(try Read([mended]).events.map(\.bytes) == events.map { $0.wireBytes() })
        #expect(throws: RecordingError.exists(path: mended)) { try RecordingRepair.repair(path, to: mended) }
        try writer.close()
    }

    @Test func `the tail of another recording is ignored`() throws {
        let writer = try RecordingWriter(path: folder.path + "/a.mcap")
        let other = try RecordingWriter(path: folder.path + "/b.mcap")
        for event in events { other.append(event) }
        unlink(folder.path + "/a.mcap.tail")
        try FileManager.default.copyItem(atPath: folder.path + "/b.mcap.tail", toPath: folder.path + "/a.mcap.tail")
        let read = try Read([folder.path + "/a.mcap"])
        #expect(read.events.isEmpty && read.damage.count == 1)
        try other.close()
        try writer.close()
    }

    @Test func `a chunk whose size exceeds the maximum is refused`() throws {
        var (bytes, _) = try small(.zstd(level: 3))
        let chunk = try #require(
            bytes.indices.dropFirst(8).first { index in
                bytes[index] == MCAP.Opcode.chunk.rawValue
                    && bytes[(index + 1)...].starts(with: bytes[(index + 1)..<(index + 3)] + [0, 0, 0, 0, 0, 0])
                    && bytes[(index + 37)...].starts(with: [4, 0, 0, 0] + Array("zstd".utf8))
            })
        bytes.replaceSubrange((chunk + 25)..<(chunk + 33), with: [0, 0, 0, 0, 1, 0, 0, 0])
        let path = folder.path + "/bomb.mcap"
        try Data(bytes).write(to: URL(filePath: path))
        let read = try Read([path])
        #expect(
            read.damage == [
                .tooLarge(path: path, offset: chunk + 9, what: "a chunk", bytes: 1 << 32, maxBytes: 64 << 20)
            ])
        #expect(!read.events.isEmpty)
    }

    /// Writes a new file, because replacing content would wait for the disk. Foundation would wait for it too.
    private static func put(_ bytes: ArraySlice<UInt8>, _ path: String) throws {
        unlink(path)
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        try #require(bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) } == bytes.count)
    }
}

/// The file system without syncs.
private struct QuickDisk: Disk {
    private let system = SystemDisk()

    func create(_ path: String) throws(RecordingError) -> any DiskFile { QuickFile(file: try system.create(path)) }
    func remove(_ path: String) throws(RecordingError) { try system.remove(path) }
    func syncFolder(of path: String) throws(RecordingError) {}
}

private struct QuickFile: DiskFile {
    let file: any DiskFile
    var path: String { file.path }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError) {
        try file.write(bytes, at: offset)
    }
    func truncate(to size: Int) throws(RecordingError) { try file.truncate(to: size) }
    func sync() throws(RecordingError) {}
    func truncatedSize() -> Int? { file.truncatedSize() }
    func remove() throws(RecordingError) { try file.remove() }
}
