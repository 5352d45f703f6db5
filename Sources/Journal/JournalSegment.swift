import Glibc
import NavigationEvents
import Synchronization

/// A part of the journal: memory of this process, or a file that outlives it.
///
/// An event is copied in, and then a single word commits it. A process that is killed in between leaves only complete
/// events. No system call is needed for an event.
final class JournalSegment {
    let number: UInt64
    /// The numbers of the session at the beginning of the segment.
    let base: JournalState
    /// The file in which the segment outlives the process; `nil` if it does not.
    let path: String?
    /// Time of its newest event, or of its beginning, in nanoseconds of the monotonic clock.
    private(set) var newestNanoseconds: UInt64
    /// The numbers of the session after the last event; only of a segment that was read from a file.
    private(set) var state: JournalState
    private var sequence: UInt64
    /// The memory of the segment. Another segment may reuse it later.
    let mapping: MappedMemory
    private var used = JournalLayout.headerBytes
    /// Offsets of the events of each topic.
    private var offsets = [[UInt32]](repeating: [], count: Topic.allCases.count)
    /// Whether this process writes the segment. A segment from a file is never changed.
    let isOwn: Bool
    /// Whether the segment is for one large event, so that both are removed together.
    private let isForOne: Bool
    private var isOpen: Bool

    /// Makes a segment in writable memory, or one that was read.
    init(
        number: UInt64, base: JournalState, mapping: MappedMemory, path: String?, nanoseconds: UInt64, isOwn: Bool,
        isForOne: Bool = false
    ) {
        self.number = number
        self.base = base
        self.mapping = mapping
        self.path = path
        self.isOwn = isOwn
        self.isForOne = isForOne
        isOpen = isOwn
        newestNanoseconds = nanoseconds
        sequence = base.sequence
        state = base
    }

    /// Bytes of its memory.
    var capacity: Int { mapping.capacity }
    private var memory: UnsafeMutableRawPointer { mapping.start }
    private var writer: SegmentWriter<MappedMemory> { SegmentWriter(memory: mapping) }

    // MARK: - Writing

    /// Writes the header.
    func begin(_ identity: JournalIdentity, _ session: Session) {
        writer.begin(identity, session, number: number, base: base)
    }

    /// Whether an event with so many bytes still fits.
    @inline(__always)
    func hasRoom(for count: Int) -> Bool {
        isOpen && used &+ JournalLayout.recordSize(count) &+ JournalLayout.endBytes <= capacity
    }

    /// Appends an event. There must be room for it.
    func append(_ event: UnsafeRawBufferPointer, topic: Topic, topicSequence: UInt64, nanoseconds: UInt64) {
        let start = used
        sequence &+= 1
        writer.append(
            event, at: start, topic: topic, sequence: sequence, topicSequence: topicSequence, nanoseconds: nanoseconds)
        note(start, JournalLayout.recordSize(event.count), topic, nanoseconds)
        isOpen = !isForOne
    }

    private func note(_ start: Int, _ size: Int, _ topic: Topic, _ nanoseconds: UInt64) {
        used = start &+ size
        newestNanoseconds = nanoseconds
        offsets[topic.index].append(UInt32(truncatingIfNeeded: start))
    }

    /// Marks the segment as followed by one in another buffer.
    func end(next buffer: UInt64) {
        if isOwn { writer.end(next: buffer) }
    }

    /// Unmaps the pages of a file that this process has made. They return when a missed event is requested; those of a copy would
    /// be lost.
    func releasePages() {
        if path != nil, isOwn { mapping.releasePages() }
    }

    /// Makes the file invalid as a segment, before it is deleted or reused.
    func retire() { writer.retire() }

    /// The place of the next event, for readers in other processes; `nil` if they cannot read this segment.
    var end: SharedPosition? {
        guard isOwn, let path, mapping.buffer > 0 else { return nil }
        return SharedPosition(
            segment: SharedSegment(buffer: mapping.buffer, number: number, capacity: capacity, path: path),
            offset: used, sequence: sequence)
    }

    // MARK: - Reading

    private func word(_ offset: Int) -> UInt64 { mapping.load(offset) }

    /// Number of events of a topic.
    func count(_ topic: Topic) -> UInt64 { UInt64(offsets[topic.index].count) }

    /// The topic sequence of the newest event of a topic up to the end of this segment.
    func newest(_ topic: Topic) -> UInt64 { base.topicSequences[topic.index] &+ count(topic) }

    /// Lends the bytes of an event; `nil` if it is not in this segment.
    func withEvent<Value, Failure>(
        _ topic: Topic, _ topicSequence: UInt64, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let first = base.topicSequences[topic.index]
        guard topicSequence > first, topicSequence - first <= count(topic) else { return nil }
        let start = Int(offsets[topic.index][Int(topicSequence - first - 1)])
        guard let event = JournalLayout.event(committed: word(start)) else { return nil }
        return try body(UnsafeRawBufferPointer(start: memory + start + JournalLayout.recordBytes, count: event.count))
    }

    /// Whether another segment follows; `nil` if the word is invalid.
    var isFollowed: Bool? {
        switch word(JournalLayout.Offset.followed) {
        case 0: false
        case JournalLayout.followed: true
        default: nil
        }
    }

    /// Finds the events of a segment that was read, and calls `check` with each; `nil` if any of it is invalid.
    func readEvents(_ check: (UnsafeRawBufferPointer, Topic, JournalState) -> Bool) -> JournalState? {
        typealias Record = JournalLayout.Record
        var state = base
        while word(used) != 0 {
            guard let event = JournalLayout.event(committed: word(used)) else { return nil }
            let size = JournalLayout.recordSize(event.count)
            guard used + size + JournalLayout.endBytes <= capacity, state.sequence < .max else { return nil }
            state.advance(event.topic)
            let content = UnsafeRawBufferPointer(start: memory + used + JournalLayout.recordBytes, count: event.count)
            guard word(used + Record.checksum) == mapping.checksum(used, size, word(used)),
                word(used + Record.sequence) == state.sequence,
                word(used + Record.topicSequence) == state.topicSequences[event.topic.index],
                check(content, event.topic, state)
            else { return nil }
            sequence = state.sequence
            note(used, size, event.topic, word(used + Record.nanoseconds))
        }
        self.state = state
        // A process that was killed right after an event has not stored its number yet.
        let last = JournalLayout.masked(word(JournalLayout.Offset.last))
        return last == state.sequence || last &+ 1 == state.sequence ? state : nil
    }
}
