import Glibc
import NavigationEvents
import Synchronization

/// A piece of the journal: memory of this process alone, or a file that outlives it.
///
/// An event is copied in, and then a single word says that it is there. A process that is killed in between leaves
/// whole events only; nothing is written by calls of the system.
final class JournalSegment {
    let number: UInt64
    /// How far the session had come when it began.
    let base: JournalState
    /// Where it outlives the process; `nil`: nowhere.
    let path: String?
    /// CLOCK_MONOTONIC of its newest event, or of its beginning.
    private(set) var newestNanoseconds: UInt64
    /// How far the session had come after its last event; kept only by a segment that was read.
    private(set) var state: JournalState
    private var sequence: UInt64
    /// Where it lies: of use to another segment once this one is gone.
    let mapping: MappedMemory
    private var used = JournalLayout.headerBytes
    /// Where the events of each topic stand.
    private var offsets = [[UInt32]](repeating: [], count: Topic.allCases.count)
    /// Written by this process; what was read from a file of another one is never changed.
    let isOwn: Bool
    /// Made for one large event, so that it can go as soon as the event does.
    private let isForOne: Bool
    private var isOpen: Bool

    /// Begins a segment in memory that is writable, or takes one that was read.
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

    // MARK: Writing

    /// Writes the header, and at last what makes it one.
    func begin(_ identity: JournalIdentity, _ session: Session) {
        typealias Offset = JournalLayout.Offset
        memset(memory, 0, JournalLayout.headerBytes + JournalLayout.endBytes)
        put(identity.boot.high, Offset.boot)
        put(identity.boot.low, Offset.boot + 8)
        put(identity.run, Offset.run)
        put(identity.key, Offset.key)
        for (place, byte) in session.name.utf8.prefix(Offset.sessionBytes).enumerated() {
            memory.storeBytes(of: byte, toByteOffset: Offset.session + place, as: UInt8.self)
        }
        put(number, Offset.number)
        put(UInt64(capacity), Offset.capacity)
        put(base.sequence, Offset.sequence)
        for (place, newest) in base.topicSequences.enumerated() { put(newest, Offset.topicSequences + 8 * place) }
        put((base.isNavigating ? 1 : 0) | (base.hasGuidance ? 2 : 0), Offset.flags)
        put(JournalLayout.told(base.sequence), Offset.last)
        put(journalChecksum(UnsafeRawBufferPointer(rebasing: bytes[Offset.checked])), Offset.checksum)
        publish(JournalLayout.magic, Offset.magic)
    }

    /// Whether an event of so many bytes still fits.
    @inline(__always)
    func hasRoom(for count: Int) -> Bool {
        isOpen && used &+ JournalLayout.recordSize(count) &+ JournalLayout.endBytes <= capacity
    }

    /// Keeps an event for which there is room.
    func append(_ event: UnsafeRawBufferPointer, topic: Topic, topicSequence: UInt64, nanoseconds: UInt64) {
        typealias Record = JournalLayout.Record
        let start = used
        let size = JournalLayout.recordSize(event.count)
        sequence &+= 1
        // The last word first: what is copied leaves some of its bytes as they were in memory used before.
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
        publish(JournalLayout.told(sequence), JournalLayout.Offset.last)
        note(start, size, topic, nanoseconds)
        isOpen = !isForOne
    }

    private func note(_ start: Int, _ size: Int, _ topic: Topic, _ nanoseconds: UInt64) {
        used = start &+ size
        newestNanoseconds = nanoseconds
        offsets[topic.place].append(UInt32(truncatingIfNeeded: start))
    }

    /// Takes note that events go on in another segment; its pages need not stay in this process.
    func end() {
        guard isOwn else { return }
        publish(JournalLayout.followed, JournalLayout.Offset.followed)
        // Shared pages of a file are only unmapped by this, and come back when somebody asks for a lost event.
        if path != nil { madvise(memory, capacity, MADV_DONTNEED) }
    }

    /// Unsays that its file is one: to be deleted, or used again.
    func retire() { publish(0, JournalLayout.Offset.magic) }

    @inline(__always)
    private func put(_ value: UInt64, _ offset: Int) {
        memory.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
    }

    /// Stores a word that a reader after this process must see only with all that was stored before.
    @inline(__always)
    private func publish(_ value: UInt64, _ offset: Int) {
        (memory + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(value, ordering: .releasing)
    }

    private func checksum(_ start: Int, _ size: Int, _ commit: UInt64) -> UInt64 {
        let checked = start &+ JournalLayout.Record.sequence..<start &+ size
        return journalChecksum(UnsafeRawBufferPointer(rebasing: bytes[checked]), seed: commit)
    }

    // MARK: Reading

    private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: capacity) }

    private func word(_ offset: Int) -> UInt64 { memory.load(fromByteOffset: offset, as: UInt64.self) }

    /// Number of events of a topic.
    func count(_ topic: Topic) -> UInt64 { UInt64(offsets[topic.place].count) }

    /// How far the session had come after its last event, as to numbers.
    func newest(_ topic: Topic) -> UInt64 { base.topicSequences[topic.place] &+ count(topic) }

    /// Lends the bytes of an event; `nil` if it is not in this segment.
    func withEvent<Value, Failure>(
        _ topic: Topic, _ topicSequence: UInt64, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let first = base.topicSequences[topic.place]
        guard topicSequence > first, topicSequence - first <= count(topic) else { return nil }
        let start = Int(offsets[topic.place][Int(topicSequence - first - 1)])
        guard let event = JournalLayout.event(committed: word(start)) else { return nil }
        return try body(UnsafeRawBufferPointer(start: memory + start + JournalLayout.recordBytes, count: event.count))
    }

    /// Whether events went on in another segment; `nil` if the word says neither.
    var isFollowed: Bool? {
        switch word(JournalLayout.Offset.followed) {
        case 0: false
        case JournalLayout.followed: true
        default: nil
        }
    }

    /// Finds the events of a segment that was read, calling `check` with each; `nil` if any of it is not as this
    /// code writes it.
    func takeEvents(_ check: (UnsafeRawBufferPointer, Topic, JournalState) -> Bool) -> JournalState? {
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
                word(used + Record.topicSequence) == state.topicSequences[event.topic.place],
                check(content, event.topic, state)
            else { return nil }
            sequence = state.sequence
            note(used, size, event.topic, word(used + Record.nanoseconds))
        }
        self.state = state
        // A process killed right after an event has not yet told its number.
        let last = JournalLayout.told(word(JournalLayout.Offset.last))
        return last == state.sequence || last &+ 1 == state.sequence ? state : nil
    }
}
