import NavigationEvents

/// The header of a segment in a file.
struct JournalHeader {
    private typealias Offset = JournalLayout.Offset

    /// More events than any session has. A larger number would overflow.
    private static let maxEvents: UInt64 = 1 << 60

    /// The writer was killed before it had completed the header.
    let isUnfinished: Bool
    /// The file was written by another version of the bus, with another layout.
    let isOfOtherVersion: Bool
    /// The header is complete and its checksum is right.
    let isWhole: Bool
    let run: UInt64
    let session: String
    let number: UInt64
    let base: JournalState
    private let boot: (high: UInt64, low: UInt64)
    private let key: UInt64

    /// Reads the header of a file. The file must have at least its size.
    init(_ file: MappedMemory) {
        let bytes = UnsafeRawBufferPointer(start: file.start, count: file.capacity)
        func word(_ offset: Int) -> UInt64 { bytes.load(fromByteOffset: offset, as: UInt64.self) }
        run = word(Offset.run)
        boot = (word(Offset.boot), word(Offset.boot + 8))
        key = word(Offset.key)
        number = word(Offset.number)
        let name = bytes[Offset.session..<Offset.session + Offset.sessionBytes].prefix { $0 != 0 }
        session = String(decoding: name, as: UTF8.self)
        let flags = word(Offset.flags)
        let base = JournalState(
            sequence: word(Offset.sequence),
            topicSequences: Topic.allCases.map { word(Offset.topicSequences + 8 * $0.index) },
            isNavigating: flags & 1 != 0, hasGuidance: flags & 2 != 0)
        self.base = base
        isUnfinished = word(Offset.magic) == 0
        isOfOtherVersion =
            word(Offset.magic) != JournalLayout.magic
            && (word(Offset.magic) ^ JournalLayout.magic) & JournalLayout.family == 0
        isWhole =
            word(Offset.magic) == JournalLayout.magic && run != 0 && flags < 4
            && word(Offset.checksum) == journalChecksum(UnsafeRawBufferPointer(rebasing: bytes[Offset.checked]))
            && word(Offset.capacity) == UInt64(file.capacity) && number < Self.maxEvents
            && ([base.sequence] + base.topicSequences).allSatisfy { $0 < Self.maxEvents }
    }

    func matches(_ identity: JournalIdentity) -> Bool {
        boot == identity.boot && run == identity.run && key == identity.key
    }
}
