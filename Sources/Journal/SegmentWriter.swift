import Glibc
import NavigationEvents

/// Writes a segment in the order on which its readers and its recovery rely.
///
/// A reader sees an event completely or not at all, also if this process is killed between any two changes.
struct SegmentWriter<Memory: SegmentMemory> {
    private typealias Offset = JournalLayout.Offset
    private typealias Record = JournalLayout.Record

    let memory: Memory

    /// Writes the header. The word that makes it valid comes last.
    func begin(_ identity: JournalIdentity, _ session: Session, number: UInt64, base: JournalState) {
        var header = [UInt64](repeating: 0, count: (JournalLayout.headerBytes + JournalLayout.endBytes) / 8)
        header.withUnsafeMutableBytes { bytes in
            func put(_ word: UInt64, _ offset: Int) {
                bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
            }
            put(identity.boot.high, Offset.boot)
            put(identity.boot.low, Offset.boot + 8)
            put(identity.run, Offset.run)
            put(identity.key, Offset.key)
            for (index, byte) in session.name.utf8.prefix(Offset.sessionBytes).enumerated() {
                bytes[Offset.session + index] = byte
            }
            put(number, Offset.number)
            put(UInt64(memory.capacity), Offset.capacity)
            put(base.sequence, Offset.sequence)
            for (index, newest) in base.topicSequences.enumerated() { put(newest, Offset.topicSequences + 8 * index) }
            put((base.isNavigating ? 1 : 0) | (base.hasGuidance ? 2 : 0), Offset.flags)
            put(JournalLayout.masked(base.sequence), Offset.last)
            let checked = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[Offset.checked])
            put(journalChecksum(checked), Offset.checksum)
            memory.put(UnsafeRawBufferPointer(bytes), at: 0)
        }
        memory.publish(JournalLayout.magic, at: Offset.magic)
    }

    /// Writes an event behind the earlier ones. There must be room for it.
    @inline(__always)
    func append(
        _ event: UnsafeRawBufferPointer, at start: Int, topic: Topic, sequence: UInt64, topicSequence: UInt64,
        nanoseconds: UInt64
    ) {
        let size = JournalLayout.recordSize(event.count)
        // The last word first: the copied bytes may not fill it, and reused memory has old bytes there.
        memory.put(0, at: start &+ size &- 8)
        memory.put(sequence, at: start &+ Record.sequence)
        memory.put(topicSequence, at: start &+ Record.topicSequence)
        memory.put(nanoseconds, at: start &+ Record.nanoseconds)
        memory.put(event, at: start &+ JournalLayout.recordBytes)
        let commit = JournalLayout.commit(event.count, topic)
        memory.put(memory.checksum(start, size, commit), at: start &+ Record.checksum)
        memory.put(0, at: start &+ size)
        memory.publish(commit, at: start &+ Record.commit)
        memory.publish(JournalLayout.masked(sequence), at: Offset.last)
    }

    /// Marks the segment as followed by another one in this buffer.
    func end(next buffer: UInt64) {
        memory.put(buffer, at: Offset.next)
        memory.publish(JournalLayout.followed, at: Offset.followed)
    }

    /// Makes the segment invalid before its memory is used again. A reader that sees later bytes sees this too.
    func retire() {
        memory.publish(0, at: Offset.magic)
        memory.orderChanges()
    }
}
