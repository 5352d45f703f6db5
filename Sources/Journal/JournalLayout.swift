import NavigationEvents

/// The layout of a segment of the journal in memory and in its file: a header, then one event after another. All
/// numbers are in the byte order of the machine, since files never leave it.
enum JournalLayout {
    /// "NAVBUSJ4": the header is complete. It is written last.
    static let magic: UInt64 = 0x344A_5355_4256_414E
    /// The common beginning of the layouts of all versions: "NAVBUSJ".
    static let family: UInt64 = 0x00FF_FFFF_FFFF_FFFF
    /// The value at ``Offset/followed`` of a segment after which events continued in another one.
    static let followed: UInt64 = 0x4445_574F_4C4C_4F46
    /// Bytes before the first event.
    static let headerBytes = 256
    /// Bytes before the bytes of an event.
    static let recordBytes = 40
    /// Bytes kept free after the last event: 0 for "no event".
    static let endBytes = 8
    /// Bytes of a usual segment; less if the journal is small.
    static let segmentBytes = 256 * 1024
    /// Number of segments of a small journal.
    static let usualSegmentCount = 8
    private static let pageBytes = 4096

    /// Offsets of the fields of the header.
    enum Offset {
        static let magic = 0
        static let checksum = 8
        static let checked = 16..<192
        static let boot = 16
        static let run = 32
        static let key = 40
        static let session = 48
        static let sessionBytes = 32
        static let number = 80
        static let capacity = 88
        static let sequence = 96
        /// Room for ten topics.
        static let topicSequences = 104
        static let flags = 184
        /// Sequence of the last event, see ``JournalLayout/masked(_:)``. It shows whether events at the end are missing.
        static let last = 192
        static let followed = 200
        /// The buffer of the segment that follows, see ``MappedMemory/buffer``. It is written before ``followed``.
        static let next = 208
    }

    /// Offsets of the fields of an event.
    enum Record {
        /// Length, topic and a mark; 0: no event. It is written last, so that an event is either complete or absent.
        static let commit = 0
        static let checksum = 8
        static let sequence = 16
        static let topicSequence = 24
        static let nanoseconds = 32
    }

    /// Bytes of the record of an event with so many bytes.
    @inline(__always)
    static func recordSize(_ count: Int) -> Int { recordBytes &+ (count &+ 7) & ~7 }

    /// Bytes of a segment for an event with so many bytes.
    static func capacity(for count: Int, standard: Int) -> Int {
        let needed = headerBytes + recordSize(count) + endBytes
        return needed * 2 <= standard ? standard : (needed + pageBytes - 1) / pageBytes * pageBytes
    }

    /// Bytes of a usual segment of a journal with so many bytes.
    static func standardCapacity(maxBytes: Int, segmentCount: Int = usualSegmentCount) -> Int {
        max(min(maxBytes / segmentCount / pageBytes * pageBytes, segmentBytes), pageBytes)
    }

    /// Bytes of the largest possible segment.
    static var maxCapacity: Int { capacity(for: EventJournal.maxEventBytes, standard: pageBytes) }

    /// The stored form of a sequence, so that erased bytes are no valid one.
    @inline(__always)
    static func masked(_ sequence: UInt64) -> UInt64 { sequence ^ magic }

    private static let mark: UInt64 = 0xA5

    /// The commit word of an event.
    @inline(__always)
    static func commit(_ count: Int, _ topic: Topic) -> UInt64 {
        UInt64(truncatingIfNeeded: count) | UInt64(truncatingIfNeeded: topic.index) << 32 | mark << 56
    }

    /// Length in a commit word, of an event of any topic; `nil` if it is invalid.
    @inline(__always)
    static func count(committed word: UInt64) -> Int? { word >> 56 == mark ? Int(word & 0xFFFF_FFFF) : nil }

    /// Topic in a commit word; `nil` if this version does not know it.
    @inline(__always)
    static func topic(committed word: UInt64) -> Topic? { Topic(index: Int((word >> 32) & 0xFF_FFFF)) }

    /// Length and topic in a commit word; `nil` if it is invalid.
    static func event(committed word: UInt64) -> (count: Int, topic: Topic)? {
        guard let count = count(committed: word), let topic = topic(committed: word) else { return nil }
        return (count, topic)
    }
}
