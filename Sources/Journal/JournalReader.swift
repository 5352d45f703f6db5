import Glibc
package import NavigationEvents
import Platform

/// Reads the events of a session out of the segments that a bus in another process writes.
package final class JournalReader {
    /// The outcome of an attempt to read.
    package enum Found: Hashable {
        /// The next event.
        case event
        /// The next event, of an unwanted topic: only its topic and its numbers.
        case passed
        /// No event yet.
        case nothing
        /// The next segment is in a buffer that was not added.
        case unknown(buffer: UInt64)
        /// Events were missed: the memory at the present place is used for others.
        case gone
    }

    /// The time for which pages that were read stay mapped: in a flood of events they are soon read again.
    private static let releaseNanoseconds: UInt64 = 1_000_000_000

    private var buffers: [UInt64: MappedMemory] = [:]
    private var releasedAt: UInt64 = 0
    private var segment: SegmentReader<MappedMemory>?
    /// The last event.
    package let event = ReadEvent()

    /// Makes a reader without a place.
    package init() {}

    // MARK: - Buffers

    /// Maps a buffer. The descriptor may be closed afterwards.
    ///
    /// - Returns: `false` if it is no file of this size that can be mapped.
    package func add(_ descriptor: Int32, buffer: UInt64, capacity: UInt64) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            capacity >= UInt64(JournalLayout.headerBytes + JournalLayout.endBytes), capacity % 8 == 0,
            capacity <= UInt64(JournalLayout.maxCapacity), status.st_size >= off_t(capacity),
            let memory = MappedMemory(reading: descriptor, capacity: Int(capacity), buffer: buffer)
        else { return false }
        buffers[buffer] = memory
        return true
    }

    /// Forgets a buffer that is never used again. Its last events can still be read.
    package func remove(buffer: UInt64) { buffers[buffer] = nil }

    /// Number of buffers.
    package var count: Int { buffers.count }

    // MARK: - Reading

    /// Begins at a place between two events; `false` if there is no such place.
    package func begin(buffer: UInt64, number: UInt64, offset: UInt64) -> Bool {
        guard let memory = buffers[buffer], offset % 8 == 0, offset >= UInt64(JournalLayout.headerBytes),
            offset <= UInt64(memory.capacity - JournalLayout.endBytes)
        else { return false }
        segment = SegmentReader(memory, number: number, offset: Int(offset))
        return true
    }

    /// Reads the next event into ``event``.
    package func next(_ wanted: TopicSet) -> Found {
        while true {
            switch segment?.next(wanted, into: event) {
            case .event?: return .event
            case .passed?: return .passed
            case .nothing?: return .nothing
            case .gone?, nil: return .gone
            case .followed(let buffer)?:
                guard let memory = buffers[buffer], let former = segment else { return .unknown(buffer: buffer) }
                segment = SegmentReader(memory, number: former.number &+ 1)
                releasePages(but: memory)
            }
        }
    }

    private func releasePages(but present: MappedMemory) {
        let now = MonotonicInstant.now.nanoseconds
        guard now >= releasedAt &+ Self.releaseNanoseconds else { return }
        releasedAt = now
        for memory in buffers.values where memory !== present { memory.releasePages() }
    }

    /// Whether something is there to read, of any topic.
    package var hasNext: Bool { segment?.hasNext ?? true }
}
