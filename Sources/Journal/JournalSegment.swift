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

    // MARK: - Writing

    /// Writes the header. The word that makes it valid comes last.
    func begin(_ identity: JournalIdentity, _ session: Session) {
        typealias Offset = JournalLayout.Offset
        memset(memory, 0, JournalLayout.headerBytes + JournalLayout.endBytes)
        put(identity.boot.high, Offset.boot)
        put(identity.boot.low, Offset.boot + 8)
        put(identity.run, Offset.run)
        put(identity.key, Offset.key)
        for (index, byte) in session.name.utf8.prefix(Offset.sessionBytes).enumerated() {
            memory.storeBytes(of: byte, toByteOffset: Offset.session + index, as: UInt8.self)
        }
        put(number, Offset.number)
        put(UInt64(capacity), Offset.capacity)
        put(base.sequence, Offset.sequence)
        for (index, newest) in base.topicSequences.enumerated() { put(newest, Offset.topicSequences + 8 * index) }
        put((base.isNavigating ? 1 : 0) | (base.hasGuidance ? 2 : 0), Offset.flags)
        put(JournalLayout.masked(base.sequence), Offset.last)
        put(journalChecksum(UnsafeRawBufferPointer(rebasing: bytes[Offset.checked])), Offset.checksum)
        publish(JournalLayout.magic, Offset.magic)
    }

    /// Whether an event with so many bytes still fits.
    @inline(__always)
    func hasRoom(for count: Int) -> Bool {
        isOpen && used &+ JournalLayout.recordSize(count) &+ JournalLayout.endBytes <= capacity
    }

    /// Appends an event. There must be room for it.
    func append(_ event: UnsafeRawBufferPointer, topic: Topic, topicSequence: UInt64, nanoseconds: UInt64) {
        typealias Record = JournalLayout.Record
        let start = used
        let size = JournalLayout.recordSize(event.count)
        sequence &+= 1
        // The last word first: the copied bytes may not fill it, and reused memory has old bytes there.
        put(0, start &+ size &- 8)
        put(sequence, start &+ Record.sequence)
        put(topicSequence, start &+ Record.topicSequence)
        put(nanoseconds, start &+ Record.nanoseconds)
        if let source = event.baseAddress {
            (memory + start + JournalLayout.recordBytes).copyMemory(from: source, byteCount: event.count)
        }
        let commit = JournalLayout.commit(event.count, topic)
        put(checksum(start, size, commit), start &+ Record.checksum)
        put(0, start &+ size)
        publish(commit, start &+ Record.commit)
        publish(JournalLayout.masked(sequence), JournalLayout.Offset.last)
        note(start, size, topic, nanoseconds)
        isOpen = !isForOne
    }

    private func note(_ start: Int, _ size: Int, _ topic: Topic, _ nanoseconds: UInt64) {
        used = start &+ size
        newestNanoseconds = nanoseconds
        offsets[topic.index].append(UInt32(truncatingIfNeeded: start))
    }

    /// Marks the segment as followed by another one. Its pages need not stay in this process.
    func end() {
        guard isOwn else { return }
        publish(JournalLayout.followed, JournalLayout.Offset.followed)
        // This only unmaps shared pages of a file. They return when a missed event is requested.
        if path != nil { madvise(memory, capacity, MADV_DONTNEED) }
    }

    /// Makes the file invalid as a segment, before it is deleted or reused.
    func retire() { publish(0, JournalLayout.Offset.magic) }

    @inline(__always)
    private func put(_ value: UInt64, _ offset: Int) {
        memory.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
    }

    /// Stores a word that a later reader must see only together with all earlier stores.
    @inline(__always)
    private func publish(_ value: UInt64, _ offset: Int) {
        (memory + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(value, ordering: .releasing)
    }

    private func checksum(_ start: Int, _ size: Int, _ commit: UInt64) -> UInt64 {
        let checked = start &+ JournalLayout.Record.sequence..<start &+ size
        return journalChecksum(UnsafeRawBufferPointer(rebasing: bytes[checked]), seed: commit)
    }

    // MARK: - Reading

    private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: capacity) }

    private func word(_ offset: Int) -> UInt64 { memory.load(fromByteOffset: offset, as: UInt64.self) }

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
            guard word(used + Record.checksum) == checksum(used, size, word(used)),
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
