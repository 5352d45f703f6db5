import EventCodec
import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Recording

/// Tests of unfinished files and of crafted invalid ones.
@Suite struct ReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a reader of an unfinished file always finds a beginning without holes`() throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(
            path: path, settings: RecordingSettings(compression: .none, chunkBytes: 1500, syncSeconds: 0))
        let events = Drive.events(1500)
        let isDone = Atomic(false)
        let isDoneNow = { isDone.load(ordering: .acquiring) }
        Thread.detachNewThread {
            for event in events {
                writer.append(event)
                usleep(200)
            }
            isDone.store(true, ordering: .releasing)
        }
        var last = 0
        repeat {
            let read = try Read([path])
            try #require(read.damage.isEmpty)
            try #require(read.sequences == events.prefix(read.events.count).map(\.sequence))
            #expect(read.events.count >= last)
            last = read.events.count
        } while !isDoneNow()
        try writer.close()
        #expect(try Read([path]).events.count == events.count)
    }

    @Test func `a pipe is refused without waiting`() throws {
        let path = folder.path + "/drive.mcap"
        mkfifo(path, 0o600)
        #expect(throws: RecordingError.system(path: path, doing: "read", reason: "it is not a regular file")) {
            try Read([path])
        }
    }

    @Test func `a chunk that the index names repeatedly is read once`() throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(path: path, settings: RecordingSettings(chunkBytes: 4000))
        let events = Drive.events(60)
        for event in events { writer.append(event) }
        try writer.close()
        try Self.repeatIndex(of: path, times: 50)
        let read = try Read([path])
        #expect(read.sequences == events.map(\.sequence) && read.damage.isEmpty)
    }

    /// Repeats each chunk many times in the index of a file.
    private static func repeatIndex(of path: String, times: Int) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let footer = bytes.count - MCAP.magic.count - MCAP.footerBytes - MCAP.headerBytes
        var ends = RecordCursor(bytes, (footer + MCAP.headerBytes)..<bytes.count)
        let start = Int(try ends.number(UInt64.self))
        var summary = RecordCursor(bytes, start..<footer)
        var made = RecordBytes()
        made.raw(bytes[..<start])
        while !summary.isAtEnd {
            let from = summary.position
            let (opcode, _) = try summary.record()
            let count = opcode == MCAP.Opcode.chunkIndex.rawValue ? times : 1
            for _ in 0..<count { made.raw(bytes[from..<summary.position]) }
        }
        made.number(MCAP.Opcode.footer.rawValue)
        made.number(UInt64(MCAP.footerBytes))
        made.number(UInt64(start))
        made.number(UInt64(0))
        made.number(UInt32(0))
        made.raw(MCAP.magic)
        try Data(made.bytes).write(to: URL(filePath: path))
    }

    @Test func `an unreadable part is reported`() throws {
        let settings = RecordingSettings(compression: .none, chunkBytes: 2000, partBytes: 8000)
        let writer = try RecordingWriter(path: folder.path + "/drive.mcap", settings: settings)
        for event in Drive.events(100) { writer.append(event) }
        try writer.close()
        let paths = writer.status.paths
        try #require(paths.count > 2)
        try folder.write("nothing of this kind", to: "drive-0002.mcap")
        #expect(RecordingReader.parts(of: paths[0]) == paths)
        let info = try RecordingInfo(paths)
        #expect(info.damage.count == 1 && !info.isWhole)
        #expect(info.damage.first.map { "\($0)".contains("drive-0002.mcap") } == true)
    }

    @Test func `a tail above the maximum size loses its own events, not those of the file`() throws {
        let path = folder.path + "/drive.mcap"
        let writer = try RecordingWriter(
            path: path, settings: RecordingSettings(compression: .none, chunkBytes: 3000, chunkSeconds: 1000))
        let events = Drive.events(40)
        for event in events { writer.append(event) }
        for tail in Tail.paths(of: path) {
            let file = try FileHandle(forWritingTo: URL(filePath: tail))
            try file.truncate(atOffset: 200_000)
            try file.close()
        }
        let read = try Read([path], options: ReadingOptions(maxChunkBytes: 40_000))
        #expect(read.damage.count == 2)
        #expect(!read.events.isEmpty && read.sequences == events.prefix(read.events.count).map(\.sequence))
        try writer.close()
    }

    @Test func `numbers in any order are counted without long waits`() {
        var check = SequenceCheck()
        for number in (1...20_000).reversed() {
            var numbers = EnvelopeNumbers([])
            numbers.sequence = UInt64(number * 3)
            check.take(numbers, session: .main)
        }
        #expect(check.missing == 19_999 * 2)
        #expect(check.disordered == 19_999 && check.duplicates == 0)
    }
}
