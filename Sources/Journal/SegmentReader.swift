import NavigationEvents

/// Reads a segment while another process writes it.
///
/// The writer reuses the memory of old segments without asking, so whatever was read counts only if the memory still
/// belonged to this segment afterwards. Any bytes may be there meanwhile.
struct SegmentReader<Memory: SegmentMemory> {
    private typealias Offset = JournalLayout.Offset
    private typealias Record = JournalLayout.Record

    /// The outcome of an attempt to read at the present place.
    enum Found: Equatable {
        /// The next event.
        case event
        /// The next event, of an unwanted topic: only its topic and its numbers.
        case passed
        /// No event yet.
        case nothing
        /// The segment has ended, and the events continue in another buffer.
        case followed(buffer: UInt64)
        /// The memory belongs to another segment now: events are missed.
        case gone
    }

    let memory: Memory
    /// The number of the segment.
    let number: UInt64
    private(set) var offset: Int

    /// Begins at a place between two events.
    init(_ memory: Memory, number: UInt64, offset: Int = JournalLayout.headerBytes) {
        self.memory = memory
        self.number = number
        self.offset = offset
    }

    /// Reads the next event. Those of topics of a later version are skipped.
    mutating func next(_ wanted: TopicSet, into event: ReadEvent) -> Found {
        while true {
            guard offset >= JournalLayout.headerBytes, offset <= memory.capacity - JournalLayout.endBytes else {
                return .gone
            }
            let commit = memory.acquire(offset + Record.commit)
            guard commit != 0 else {
                let found = withoutEvent()
                if found == .event { continue }
                return found
            }
            guard let count = JournalLayout.count(committed: commit) else { return .gone }
            let end = offset + JournalLayout.recordSize(count)
            guard end <= memory.capacity - JournalLayout.endBytes else { return .gone }
            let topic = JournalLayout.topic(committed: commit)
            let isWanted = topic.map(wanted.contains) ?? false
            event.sequence = memory.load(offset + Record.sequence)
            event.topicSequence = memory.load(offset + Record.topicSequence)
            if isWanted {
                let start = offset + JournalLayout.recordBytes
                memory.copy(start..<start + count, to: event.reserve(count))
            }
            guard isCurrent else { return .gone }
            offset = end
            guard let topic else { continue }
            event.topic = topic
            return isWanted ? .event : .passed
        }
    }

    /// Whether something is there to read.
    var hasNext: Bool { memory.acquire(offset) != 0 || memory.acquire(Offset.followed) != 0 || !isCurrent }

    /// The meaning of an absent event; `event` if one has come meanwhile.
    private func withoutEvent() -> Found {
        // In this order: the writer appends nothing after it has marked the end.
        let isFollowed = memory.acquire(Offset.followed) == JournalLayout.followed
        let next = memory.load(Offset.next)
        let isThere = memory.acquire(offset + Record.commit) != 0
        guard isCurrent else { return .gone }
        if isThere { return .event }
        return isFollowed ? .followed(buffer: next) : .nothing
    }

    /// Whether the memory belonged to this segment when it was read last.
    private var isCurrent: Bool {
        memory.orderReads()
        return memory.acquire(Offset.magic) == JournalLayout.magic && memory.load(Offset.number) == number
    }
}
