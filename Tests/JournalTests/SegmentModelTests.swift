import NavigationEvents
import Platform
import Testing

@testable import Journal

/// A reader of a segment while its writer is at any place between two changes, at each of the reader's reads.
@Suite struct SegmentModelTests {
    private static let capacity = 512
    private static let all = TopicSet(Topic.allCases)
    /// The place of the event that the reader looks for.
    private static let start = JournalLayout.headerBytes

    /// The writer: a segment with one event, a second event, the end, and the next use of the memory with another event.
    private static func written() throws -> (memory: RecordedMemory, begun: Int) {
        let identity = try #require(JournalIdentity(run: 1, key: nil, sessions: [.main]))
        let memory = RecordedMemory(capacity: capacity)
        let writer = SegmentWriter(memory: memory)
        writer.begin(identity, .main, number: 1, base: JournalState())
        let begun = memory.changes.count
        append(writer, at: start, 1)
        append(writer, at: start + JournalLayout.recordSize(8), 2)
        writer.end(next: 7)
        writer.retire()
        writer.begin(identity, .main, number: 2, base: JournalState(sequence: 2))
        append(writer, at: start, 3)
        return (memory, begun)
    }

    private static func append(_ writer: SegmentWriter<RecordedMemory>, at offset: Int, _ number: UInt64) {
        withUnsafeBytes(of: number &* 0x0101_0101_0101_0101) {
            writer.append($0, at: offset, topic: .onGPS, sequence: number, topicSequence: number, nanoseconds: number)
        }
    }

    /// The places of the writer at which another word that the reader reads has changed.
    private static func places(_ changes: [RecordedMemory.Change], from begun: Int) -> [Int] {
        let read: Set<Int> = [
            JournalLayout.Offset.magic, JournalLayout.Offset.number, JournalLayout.Offset.followed,
            JournalLayout.Offset.next, start, start + 16, start + 24, start + 40,
        ]
        return [begun] + changes.indices.filter { $0 >= begun && read.contains(changes[$0].offset) }.map { $0 + 1 }
    }

    @Test(arguments: 0..<6) func `a reader sees an event completely, none, or that it is gone`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (memory, begun) = try Self.written()
        // The first one is in the order of the program.
        let changes =
            seed == 0 ? memory.changes : Array(memory.changes[..<begun]) + memory.visible(using: &random, from: begun)
        let places = Self.places(changes, from: begun)
        var counts: [String: Int] = [:]
        var steps = [0]
        // All ways to be at one of the places at each of six reads, never going back.
        while true {
            while steps.count < 6 { steps.append(steps.last ?? 0) }
            check(changes, steps.map { places[$0] }, &counts)
            while let last = steps.popLast() {
                if last + 1 < places.count {
                    steps.append(last + 1)
                    break
                }
            }
            if steps.isEmpty { break }
        }
        #expect(Set(counts.keys) == ["event 1", "gone", "nothing"])
    }

    private func check(_ changes: [RecordedMemory.Change], _ steps: [Int], _ counts: inout [String: Int]) {
        let memory = WatchedMemory(changes, capacity: Self.capacity, steps: steps)
        memory.advance(to: steps[0])
        var reader = SegmentReader(memory, number: 1)
        let event = ReadEvent()
        switch reader.next(Self.all, into: event) {
        case .event:
            let isWhole =
                event.sequence == 1 && event.topicSequence == 1 && event.topic == .onGPS
                && event.bytes.elementsEqual([UInt8](repeating: 1, count: 8))
            #expect(isWhole, "\(event.sequence) \(Array(event.bytes)) at \(steps)")
            counts["event 1", default: 0] += 1
        case .nothing: counts["nothing", default: 0] += 1
        case .gone:
            #expect(
                changes[..<memory.applied].contains { $0.offset == 0 && $0.word == 0 }, "gone too early at \(steps)")
            counts["gone", default: 0] += 1
        case .followed(let buffer): Issue.record("followed by \(buffer), before the first event, at \(steps)")
        case .passed: Issue.record("a wanted event is passed at \(steps)")
        }
    }

    @Test func `a reader at the end learns which buffer follows, and no event before it is missed`() throws {
        let (memory, begun) = try Self.written()
        for count in begun...memory.changes.count {
            let watched = WatchedMemory(memory.changes, capacity: Self.capacity, steps: [])
            watched.advance(to: count)
            var reader = SegmentReader(watched, number: 1)
            let event = ReadEvent()
            var read: [UInt64] = []
            var found = reader.next(Self.all, into: event)
            while found == .event {
                read.append(event.sequence)
                found = reader.next(Self.all, into: event)
            }
            switch found {
            case .followed(let buffer):
                #expect(buffer == 7)
                #expect(read == [1, 2])
            case .nothing: #expect(read == Array(([1, 2] as [UInt64]).prefix(read.count)))
            case .gone: #expect(read.isEmpty)
            case .event, .passed: Issue.record("impossible")
            }
        }
    }

    @Test func `a writer that is killed between any two changes leaves whole events`() throws {
        let (memory, begun) = try Self.written()
        let end = try #require(
            memory.changes.indices.first {
                $0 >= begun && memory.changes[$0].offset == JournalLayout.Offset.next
            })
        var recovered: Set<UInt64> = []
        for count in begun...end {
            let mapping = try #require(MappedMemory(capacity: Self.capacity))
            for change in memory.changes[..<count] { mapping.put(change.word, at: change.offset) }
            let segment = JournalSegment(
                number: 1, base: JournalState(), mapping: mapping, path: nil, nanoseconds: 0, isOwn: false)
            let state = try #require(segment.readEvents { _, _, _ in true }, "at \(count)")
            recovered.insert(state.sequence)
        }
        #expect(recovered == [0, 1, 2])
    }
}
