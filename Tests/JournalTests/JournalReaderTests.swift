import BusTestSupport
import EventCodec
import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Journal

/// The buffers of a journal, as a bus hands them to a reader.
private final class Buffers: SharedMemoryObserver {
    let reader = JournalReader()
    var isInterrupted = false

    func began(_ segment: SharedSegment) {
        let file = open(segment.path, O_RDONLY)
        defer { close(file) }
        if !reader.add(file, buffer: segment.buffer, capacity: UInt64(segment.capacity)) {
            Issue.record("\(segment) cannot be mapped")
        }
    }

    func freed(_ buffer: UInt64) { reader.remove(buffer: buffer) }

    func interrupted() { isInterrupted = true }

    func begin(at position: SharedPosition) -> Bool {
        began(position.segment)
        return reader.begin(
            buffer: position.segment.buffer, number: position.segment.number, offset: UInt64(position.offset))
    }
}

@Suite struct JournalReaderTests {
    private static let all = TopicSet(Topic.allCases)

    @Test(arguments: 0..<6) func `a reader gets every event, or learns that some are gone`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let written = WrittenJournal(JournalSettings(folder: folder.path + "/journal", maxBytes: 256 * 1024))
        let buffers = Buffers()
        written.journal.observer = buffers
        var events: [Envelope] = []
        var expected = try #require(written.journal.end?.sequence)
        #expect(buffers.begin(at: try #require(written.journal.end)))
        var (gone, read) = (0, 0)
        for _ in 0..<3000 {
            // Sometimes the reader is far behind.
            let pause = Int.random(in: 0..<200, using: &random) == 0 ? 400 : Int.random(in: 0..<3, using: &random)
            for _ in 0..<pause { events.append(written.append(.random(using: &random))) }
            var found = buffers.reader.next(Self.all)
            while found == .event {
                expected += 1
                read += 1
                let event = buffers.reader.event
                #expect(event.sequence == expected)
                #expect(event.bytes.elementsEqual(events[Int(expected) - 1].wireBytes()))
                found = buffers.reader.next(Self.all)
            }
            if found == .nothing {
                #expect(expected == UInt64(events.count))
                continue
            }
            gone += 1
            #expect(buffers.begin(at: try #require(written.journal.end)))
            expected = UInt64(events.count)
        }
        #expect(read > 1000)
        #expect(gone > 0)
        // Buffers that are not used again are not kept.
        #expect(buffers.reader.count < 40)
        #expect(!buffers.isInterrupted)
    }

    @Test func `unwanted topics are passed with their numbers`() throws {
        let folder = try TemporaryFolder()
        let written = WrittenJournal(JournalSettings(folder: folder.path + "/journal"))
        let buffers = Buffers()
        #expect(buffers.begin(at: try #require(written.journal.end)))
        written.append(.gps(.make(1)))
        written.append(.navigationStopped(.requested))
        let wanted = TopicSet([.onNavigationStopped])
        #expect(buffers.reader.next(wanted) == .passed)
        #expect(buffers.reader.event.topic == .onGPS)
        #expect(buffers.reader.event.sequence == 1)
        #expect(buffers.reader.next(wanted) == .event)
        #expect(buffers.reader.event.topic == .onNavigationStopped)
        #expect(buffers.reader.event.sequence == 2)
        #expect(buffers.reader.next(wanted) == .nothing)
        #expect(!buffers.reader.hasNext)
    }

    @Test func `events can be read after the death of the bus`() throws {
        let folder = try TemporaryFolder()
        let written = WrittenJournal(JournalSettings(folder: folder.path + "/journal"))
        let buffers = Buffers()
        #expect(buffers.begin(at: try #require(written.journal.end)))
        let event = written.append(.gps(.make(1)))
        written.die()
        #expect(buffers.reader.next(Self.all) == .event)
        #expect(buffers.reader.event.bytes.elementsEqual(event.wireBytes()))
    }

    @Test(arguments: 0..<200) func `a page full of nonsense gives no event that is not in it, and no crash`(
        _ seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let path = folder.path + "/segment"
        var words = (0..<512).map { _ in
            Bool.random(using: &random)
                ? UInt64.random(in: 0...9, using: &random) : .random(in: 0...UInt64.max, using: &random)
        }
        // Often the words that a reader looks at are right.
        words[0] = JournalLayout.magic
        words[JournalLayout.Offset.number / 8] = 1
        words[JournalLayout.Offset.followed / 8] = Bool.random(using: &random) ? JournalLayout.followed : 0
        words[JournalLayout.Offset.next / 8] = 1
        for index in stride(from: 32, to: 500, by: 5) where Bool.random(using: &random) {
            words[index] = JournalLayout.commit(.random(in: 0...2000, using: &random), .onGPS)
        }
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        #expect(words.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == 4096)
        let reader = JournalReader()
        #expect(reader.add(file, buffer: 1, capacity: 4096))
        #expect(reader.begin(buffer: 1, number: 1, offset: UInt64(JournalLayout.headerBytes)))
        var (count, bytes) = (0, 0)
        while reader.next(Self.all) == .event {
            count += 1
            bytes += reader.event.bytes.count
        }
        #expect(count * JournalLayout.recordBytes + bytes <= 4096)
    }

    @Test func `a buffer that is cut short, or no file, is not mapped`() throws {
        let folder = try TemporaryFolder()
        let file = open(folder.path + "/short", O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        #expect(ftruncate(file, 4096) == 0)
        let reader = JournalReader()
        #expect(!reader.add(file, buffer: 1, capacity: 8192))
        #expect(!reader.add(file, buffer: 1, capacity: 100))
        #expect(!reader.add(file, buffer: 1, capacity: .max))
        let pipe = try #require(openPipe())
        defer { pipe.forEach { close($0) } }
        #expect(!reader.add(pipe[0], buffer: 1, capacity: 4096))
        #expect(!reader.begin(buffer: 1, number: 1, offset: 256))
        #expect(reader.next(Self.all) == .gone)
        #expect(reader.add(file, buffer: 1, capacity: 4096))
        for offset in [0, 8, 250, 4090, 4096, UInt64.max] {
            #expect(!reader.begin(buffer: 1, number: 1, offset: offset), "\(offset)")
        }
    }

    private func openPipe() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        return pipe(&ends) == 0 ? ends : nil
    }
}
