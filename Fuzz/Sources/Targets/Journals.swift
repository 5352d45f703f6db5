@testable import EventCodec
@testable import Journal
@testable import NavigationEvents

extension FuzzTarget {
    /// The journal file of a killed bus.
    ///
    /// Checksums and identity are corrected, since no mutation would find them; the tests of the journal cover wrong
    /// ones.
    static let journal = FuzzTarget(
        name: "journal", maxBytes: 4096,
        reaches: [
            "JournalHeader", "JournalSegment", "JournalFolder", "JournalState", "JournalLayout", "ReportDeduplicator",
        ],
        seeds: { [segment(Samples.envelopes), segment(Samples.envelopes.prefix(1)), segment([])] }
    ) { bytes throws(FuzzFinding) in
        let folder = try ScratchFolder()
        guard let identity = JournalIdentity(run: 1, key: "fuzz", sessions: [.main]) else { return }
        let number = UInt64(bytes.first ?? 0)
        try folder.write(fitted(bytes, identity, number: number), to: JournalFolder.name(.main, number))
        let settings = JournalSettings(folder: folder.path, maxBytes: 65536, resumeKey: "fuzz")
        let opening = JournalOpener(settings: settings, sessions: [.main], run: 1).open()
        try FuzzFinding.unless(opening.own.count == 1 && opening.run == 1, "another bus than was asked for")
    }

    /// The events of a segment; the header is made when the target runs.
    private static func segment(_ envelopes: some Sequence<Envelope>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: JournalLayout.headerBytes)
        for envelope in envelopes {
            let event = envelope.wireBytes()
            let start = bytes.count
            bytes += [UInt8](repeating: 0, count: JournalLayout.recordSize(event.count))
            put(JournalLayout.commit(event.count, envelope.event.topic), at: start, in: &bytes)
            bytes.replaceSubrange(
                start + JournalLayout.recordBytes..<start + JournalLayout.recordBytes + event.count, with: event)
        }
        return bytes + [UInt8](repeating: 0, count: 64)
    }

    private static func fitted(_ input: [UInt8], _ identity: JournalIdentity, number: UInt64) -> [UInt8] {
        typealias Offset = JournalLayout.Offset
        var bytes = input
        let least = JournalLayout.headerBytes + JournalLayout.endBytes
        bytes += [UInt8](repeating: 0, count: max(least - bytes.count, (8 - bytes.count % 8) % 8))
        for (offset, value) in [
            (Offset.boot, identity.boot.high), (Offset.boot + 8, identity.boot.low), (Offset.run, identity.run),
            (Offset.key, identity.key), (Offset.number, number), (Offset.capacity, UInt64(bytes.count)),
        ] { put(value, at: offset, in: &bytes) }
        for place in 0..<Offset.sessionBytes { bytes[Offset.session + place] = 0 }
        bytes.replaceSubrange(Offset.session..<Offset.session + 4, with: Array("main".utf8))
        let last = fitRecords(&bytes)
        put(JournalLayout.masked(last), at: Offset.last, in: &bytes)
        let checksum = bytes.withUnsafeBytes { journalChecksum(UnsafeRawBufferPointer(rebasing: $0[Offset.checked])) }
        put(checksum, at: Offset.checksum, in: &bytes)
        put(JournalLayout.magic, at: Offset.magic, in: &bytes)
        return bytes
    }

    /// Numbers the events and sets their checksums; returns the last number.
    private static func fitRecords(_ bytes: inout [UInt8]) -> UInt64 {
        typealias Record = JournalLayout.Record
        var state = JournalState(
            sequence: word(JournalLayout.Offset.sequence, bytes),
            topicSequences: Topic.allCases.map { word(JournalLayout.Offset.topicSequences + 8 * $0.index, bytes) })
        var used = JournalLayout.headerBytes
        while used + JournalLayout.recordBytes <= bytes.count,
            let event = JournalLayout.event(committed: word(used, bytes))
        {
            let size = JournalLayout.recordSize(event.count)
            guard used + size + JournalLayout.endBytes <= bytes.count else { break }
            state.advance(event.topic)
            put(state.sequence, at: used + Record.sequence, in: &bytes)
            put(state.topicSequences[event.topic.index], at: used + Record.topicSequence, in: &bytes)
            let commit = word(used, bytes)
            let checksum = bytes.withUnsafeBytes {
                journalChecksum(
                    UnsafeRawBufferPointer(rebasing: $0[used + Record.sequence..<used + size]), seed: commit)
            }
            put(checksum, at: used + Record.checksum, in: &bytes)
            used += size
        }
        return state.sequence
    }

    private static func word(_ offset: Int, _ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }

    private static func put(_ value: UInt64, at offset: Int, in bytes: inout [UInt8]) {
        withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<offset + 8, with: $0) }
    }
}
