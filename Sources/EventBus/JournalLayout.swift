import NavigationEvents

/// How a segment of the journal stands in memory and in its file: a header, then one event after another, all
/// numbers in the order of the machine, since files never leave it.
enum JournalLayout {
    /// "NAVBUSJ3": the header is complete. Written last.
    static let magic: UInt64 = 0x334A_5355_4256_414E
    /// What the layouts of all versions begin with: "NAVBUSJ".
    static let family: UInt64 = 0x00FF_FFFF_FFFF_FFFF
    /// Stands at ``Offset/followed`` once events went on in another segment.
    static let followed: UInt64 = 0x4445_574F_4C4C_4F46
    /// Bytes before the first event.
    static let headerBytes = 256
    /// Bytes before the bytes of an event.
    static let recordBytes = 40
    /// Bytes kept free after the last event: no event stands there.
    static let endBytes = 8
    /// Bytes of most segments; less if fewer are to be kept in all.
    static let segmentBytes = 256 * 1024
    /// In how many segments a journal of few bytes is divided.
    static let usualPieces = 8
    private static let pageBytes = 4096

    /// Where the fields of the header stand.
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
        /// With room for ten topics.
        static let topicSequences = 104
        static let flags = 184
        /// Sequence of the last event (see ``JournalLayout/told(_:)``): an end of the events before it is none.
        static let last = 192
        static let followed = 200
    }

    /// Where the fields of an event stand.
    enum Record {
        /// Length, topic and a mark; 0: no event. Written last, so an event is there whole or not at all.
        static let commit = 0
        static let checksum = 8
        static let sequence = 16
        static let topicSequence = 24
        static let nanoseconds = 32
    }

    /// Bytes that an event of so many bytes takes.
    @inline(__always)
    static func recordSize(_ count: Int) -> Int { recordBytes &+ (count &+ 7) & ~7 }

    /// Bytes of a segment for an event of so many bytes.
    static func capacity(for count: Int, standard: Int) -> Int {
        let needed = headerBytes + recordSize(count) + endBytes
        return needed * 2 <= standard ? standard : (needed + pageBytes - 1) / pageBytes * pageBytes
    }

    /// Bytes of a usual segment of a journal of so many bytes.
    static func standardCapacity(mostBytes: Int, pieces: Int = usualPieces) -> Int {
        max(min(mostBytes / pieces / pageBytes * pageBytes, segmentBytes), pageBytes)
    }

    /// Bytes of the largest segment there can be.
    static var largestCapacity: Int { capacity(for: BusLimits.largestEventBytes, standard: pageBytes) }

    /// How a sequence is told, so that bytes which were wiped tell none.
    @inline(__always)
    static func told(_ sequence: UInt64) -> UInt64 { sequence ^ magic }

    private static let mark: UInt64 = 0xA5

    /// The word that makes an event of so many bytes one.
    @inline(__always)
    static func commit(_ count: Int, _ topic: Topic) -> UInt64 {
        UInt64(truncatingIfNeeded: count) | UInt64(truncatingIfNeeded: topic.place) << 32 | mark << 56
    }

    /// Length and topic in such a word; `nil` if it is none.
    static func event(committed word: UInt64) -> (count: Int, topic: Topic)? {
        let place = Int((word >> 32) & 0xFF_FFFF)
        guard word >> 56 == mark, place < Topic.allCases.count else { return nil }
        return (Int(word & 0xFFFF_FFFF), Topic.allCases[place])
    }
}
