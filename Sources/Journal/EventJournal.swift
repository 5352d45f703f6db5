import Glibc
package import NavigationEvents

/// The latest events of one session, encoded, with limits of size and age.
///
/// The events are in segments, which are removed as a whole, the oldest first. A segment with the newest event of a
/// topic stays, so that "none kept after n" means "none published after n".
package final class EventJournal {
    /// Maximum bytes of an event.
    package static let maxEventBytes = 15 * 1024 * 1024

    package let session: Session
    /// The run that its events belong to.
    package let run: UInt64
    /// The numbers after the newest event.
    package private(set) var state: JournalState
    /// Segments that should be in files and are only in memory.
    package private(set) var fallbacks: UInt64 = 0
    /// The last problem since ``takeProblem()``.
    private var problem: JournalProblem?

    private let maxBytes: Int
    private let maxNanoseconds: UInt64
    private let standardCapacity: Int
    /// Whether segments for one large event that must stay do not count in ``maxBytes``.
    private let isLargeApart: Bool
    private let identity: JournalIdentity?
    private var folder: JournalFolder?
    /// Ordered by number, possibly with gaps.
    private var segments: [JournalSegment]
    /// Of each topic, the topic sequence of the oldest event after which none is missing.
    private var oldest: [UInt64]
    private var spare: MappedMemory?
    /// A file that is reused under another name: creating one costs a hundred times as much.
    private var spareFile: (path: String, mapping: MappedMemory)?
    /// Whether the pages of ended segments are still mapped.
    private var hasEndedSegments = false
    /// Whether the last event was not kept, because there was no memory.
    private var isInterrupted = false
    /// The number of the newest mapping of a file.
    private var lastBuffer: UInt64 = 0
    /// Gets the changes that concern readers in other processes.
    package weak var observer: (any SharedMemoryObserver)?
    package private(set) var byteCount: Int

    /// Continues the segments of an earlier process, or begins without any.
    ///
    /// - Parameters:
    ///   - segmentCount: Number of segments into which the bytes of the settings are divided.
    ///   - isLargeApart: Whether the present route does not count in those bytes: if they are few, it would leave no
    ///     room for other events.
    init(
        _ session: Session, run: UInt64, settings: JournalSettings, segmentCount: Int = JournalLayout.usualSegmentCount,
        isLargeApart: Bool = false,
        identity: JournalIdentity?, folder: JournalFolder?, recovered: RecoveredJournal? = nil
    ) {
        self.session = session
        self.run = run
        maxBytes = settings.maxBytes
        maxNanoseconds = UInt64(max(0, min(settings.seconds, 1e9)) * 1e9)
        standardCapacity = JournalLayout.standardCapacity(maxBytes: settings.maxBytes, segmentCount: segmentCount)
        self.isLargeApart = isLargeApart
        self.identity = identity
        self.folder = identity == nil ? nil : folder
        segments = recovered?.segments ?? []
        state = recovered?.state ?? JournalState()
        oldest = recovered?.oldest ?? [UInt64](repeating: 1, count: Topic.allCases.count)
        byteCount = segments.reduce(0) { $0 + $1.capacity }
        // The first segment is made at once: a process that is killed before its first event is continued too.
        if self.folder != nil { addSegment(for: 0, nanoseconds: 0) }
    }

    // MARK: - Writing

    /// Begins after events that were published elsewhere. No effect if there are events already.
    package func begin(after past: JournalState) {
        guard state.sequence == 0 else { return }
        state = past
        oldest = past.topicSequences.map { $0 &+ 1 }
        // The first segment, if there is one, begins with other numbers.
        guard !segments.isEmpty else { return }
        isInterrupted = !addSegment(for: 0, nanoseconds: 0)
        if !isInterrupted { drop(0) }
    }

    /// The numbers of the next event of a topic.
    package func next(_ topic: Topic) -> (sequence: UInt64, topicSequence: UInt64) {
        (state.sequence &+ 1, state.topicSequences[topic.index] &+ 1)
    }

    /// Keeps the next event.
    package func append(_ event: UnsafeRawBufferPointer, topic: Topic, nanoseconds: UInt64) {
        if isInterrupted || segments.last?.hasRoom(for: event.count) != true {
            isInterrupted = !addSegment(for: event.count, nanoseconds: nanoseconds)
        }
        state.advance(topic)
        guard !isInterrupted, let last = segments.last else {
            oldest[topic.index] = state.topicSequences[topic.index] &+ 1
            return
        }
        last.append(event, topic: topic, topicSequence: state.topicSequences[topic.index], nanoseconds: nanoseconds)
    }

    /// Numbers the next event without keeping it, as if there were no memory for it: its readers miss it.
    package func skip(_ topic: Topic) {
        isInterrupted = true
        observer?.interrupted()
        state.advance(topic)
        oldest[topic.index] = state.topicSequences[topic.index] &+ 1
    }

    /// Continues in another segment; `false` if there is no memory for one.
    @discardableResult
    private func addSegment(for count: Int, nanoseconds: UInt64) -> Bool {
        let capacity = JournalLayout.capacity(for: count, standard: standardCapacity)
        makeRoom(for: capacity)
        guard let segment = makeSegment(capacity, nanoseconds) else {
            observer?.interrupted()
            return false
        }
        if let shared = segment.end?.segment { observer?.began(shared) } else { observer?.interrupted() }
        // The new segment is complete before the old one refers to it: one of the two is always the last.
        if let last = segments.last { close(last, before: segment) }
        segments.append(segment)
        byteCount += capacity
        return true
    }

    private func makeSegment(_ capacity: Int, _ nanoseconds: UInt64) -> JournalSegment? {
        let number = (segments.last?.number ?? 0) + 1
        if let folder, let identity {
            let name = JournalFolder.name(session, number)
            do {
                let mapping = try makeFile(name, in: folder, capacity)
                let segment = JournalSegment(
                    number: number, base: state, mapping: mapping, path: folder.path + "/" + name,
                    nanoseconds: nanoseconds, isOwn: true, isForOne: capacity > standardCapacity)
                segment.begin(identity, session)
                return segment
            } catch {
                // Logged once, until it works again.
                if segments.last?.path != nil || segments.isEmpty { problem = error }
                fallbacks += 1
            }
        }
        let reused = spare?.capacity == capacity ? spare : nil
        if reused != nil { spare = nil }
        guard let mapping = reused ?? MappedMemory(capacity: capacity) else { return nil }
        return JournalSegment(
            number: number, base: state, mapping: mapping, path: nil, nanoseconds: nanoseconds, isOwn: true,
            isForOne: capacity > standardCapacity)
    }

    /// A file for a segment: that of a removed segment, renamed, or a new one.
    private func makeFile(
        _ name: String, in folder: JournalFolder, _ capacity: Int
    ) throws(JournalProblem) -> MappedMemory {
        guard let spareFile, spareFile.mapping.capacity == capacity else {
            return try makeNewFile(name, in: folder, capacity)
        }
        if rename(spareFile.path, folder.path + "/" + name) == 0 {
            self.spareFile = nil
            return spareFile.mapping
        }
        forgetSpareFile()
        return try makeNewFile(name, in: folder, capacity)
    }

    private func makeNewFile(
        _ name: String, in folder: JournalFolder, _ capacity: Int
    ) throws(JournalProblem) -> MappedMemory {
        lastBuffer += 1
        return try folder.makeFile(name, capacity: capacity, buffer: lastBuffer)
    }

    private func close(_ last: JournalSegment, before next: JournalSegment) {
        last.end(next: next.mapping.buffer)
        hasEndedSegments = true
        guard let path = last.path, !last.isOwn, folder?.markFollowed(path) != true, next.path == nil else { return }
        // It must not be taken for the newest segment: the next numbers belong to events in memory.
        unlink(path)
    }

    // MARK: - Limits

    private func makeRoom(for capacity: Int) {
        let more = isLargeApart && capacity > standardCapacity ? 0 : capacity
        while boundedBytes + more > maxBytes, let index = firstDroppableLarge ?? firstDroppable { drop(index) }
    }

    /// Bytes that count against the limit.
    private var boundedBytes: Int {
        guard isLargeApart else { return byteCount }
        return segments.reduce(byteCount) { $1.capacity > standardCapacity && isNeeded($1) ? $0 - $1.capacity : $0 }
    }

    /// Removes the segments that are too old, and unmaps the pages of the others that are no longer written. To be called once a
    /// second: in a flood of events the same pages are soon used again, and mapping each of them would cost more than an event.
    package func trim(nanoseconds now: UInt64) {
        releasePages()
        while let index = firstDroppable, now > maxNanoseconds,
            segments[index].newestNanoseconds < now - maxNanoseconds
        {
            drop(index)
        }
    }

    private func releasePages() {
        guard hasEndedSegments else { return }
        hasEndedSegments = false
        for segment in segments.dropLast() { segment.releasePages() }
        spareFile?.mapping.releasePages()
    }

    /// The oldest segment without the newest event of any topic, except the one that is being written.
    private var firstDroppable: Int? {
        segments.indices.dropLast().first { !isNeeded(segments[$0]) }
    }

    /// A segment with a replaced route, which takes the room of many other events.
    private var firstDroppableLarge: Int? {
        guard isLargeApart else { return nil }
        return segments.indices.dropLast().first {
            segments[$0].capacity > standardCapacity && !isNeeded(segments[$0])
        }
    }

    /// Whether a segment has the newest event of a topic.
    private func isNeeded(_ segment: JournalSegment) -> Bool {
        Topic.allCases.contains { topic in
            segment.count(topic) > 0 && segment.newest(topic) == state.topicSequences[topic.index]
        }
    }

    private func drop(_ index: Int) {
        let segment = segments.remove(at: index)
        byteCount -= segment.capacity
        for topic in Topic.allCases where segment.count(topic) > 0 {
            oldest[topic.index] = max(oldest[topic.index], segment.newest(topic) + 1)
        }
        guard segment.capacity == standardCapacity, segment.isOwn else {
            if let path = segment.path { unlink(path) }
            free(segment.mapping)
            return
        }
        if let path = segment.path {
            forgetSpareFile()
            segment.retire()
            spareFile = (path, segment.mapping)
        } else {
            spare = segment.mapping
        }
    }

    /// Leaves the files to another bus. No event may be appended afterwards.
    package func leaveFiles() {
        forgetSpareFile()
        folder = nil
    }

    private func forgetSpareFile() {
        guard let spareFile else { return }
        unlink(spareFile.path)
        free(spareFile.mapping)
        self.spareFile = nil
    }

    private func free(_ memory: MappedMemory) {
        if memory.buffer > 0 { observer?.freed(memory.buffer) }
    }

    /// Deletes the files. The kept events, and later ones, are only in memory.
    package func removeFiles() {
        // The oldest first: a process that is killed meanwhile leaves the newest files, and so the session.
        for path in segments.compactMap(\.path) { unlink(path) }
        forgetSpareFile()
        folder = nil
    }

    // MARK: - Reading

    /// The place after the newest event, for readers in other processes; `nil` if they cannot read the next events.
    ///
    /// That of an opened session is small: a reader that is slow for a moment would miss events, which wait for it in the queue of
    /// the events socket.
    package var end: SharedPosition? { isInterrupted || isLargeApart ? nil : segments.last?.end }

    /// Topic sequence of the oldest kept event; one more than the newest if none is kept.
    package func oldest(_ topic: Topic) -> UInt64 { oldest[topic.index] }

    /// Topic sequence of the newest event; 0 before the first.
    package func newest(_ topic: Topic) -> UInt64 { state.topicSequences[topic.index] }

    /// Number of events kept.
    package var count: Int {
        Topic.allCases.reduce(0) { $0 + Int(clamping: newest($1) &+ 1 &- oldest($1)) }
    }

    /// Lends the bytes of a kept event.
    package func withEvent<Value, Failure>(
        _ topic: Topic, _ number: UInt64, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        guard number >= oldest(topic), number <= newest(topic) else { return nil }
        // The last segment that began before the event.
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].base.topicSequences[topic.index] < number { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        return try segments[low - 1].withEvent(topic, number, body)
    }

    /// The last problem since the previous call.
    package func takeProblem() -> JournalProblem? {
        defer { problem = nil }
        return problem
    }
}
