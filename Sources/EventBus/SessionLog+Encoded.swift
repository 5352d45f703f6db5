import EventCodec
import Journal
import NavigationEvents
import ZeroMQ

/// Snapshots and answers that contain the events as the journal keeps them: they are copied, and neither decoded nor
/// encoded again.
extension SessionLog {
    /// The encoded snapshot with the allowed topics.
    func encodedSnapshot(_ allowed: Set<Topic>, account: QueuedBytes) throws(WireError) -> SharedBytes {
        if let known = lastSnapshot.value(at: sequence, allowed) { return known }
        var parts: [(sequence: UInt64, part: EncodedPart)] = []
        for topic in stateTopics where allowed.contains(topic) {
            if let part = try encodedPart(topic) { parts.append(part) }
        }
        parts.sort { $0.sequence < $1.sequence }
        let heads = parts.map { WireFieldHead(field: Snapshot.latestField, count: $0.part.count).bytes }
        let state = heartbeat.wireBytes()
        let count = zip(parts, heads).reduce(state.count) { $0 + $1.0.part.count + $1.1.count }
        let bytes = SharedBytes(count: count, account: account) { target in
            var filler = Filler(target)
            filler.append(state)
            for (part, head) in zip(parts, heads) {
                filler.append(head)
                append(part.part, to: &filler)
            }
        }
        lastSnapshot = EncodedSnapshot(sequence: sequence, topics: allowed, bytes: bytes)
        return bytes
    }

    /// The encoded answer with the kept events among the missed ones, and their numbers; `nil` if there are none.
    func encodedAnswer(
        id: UInt64, to missed: MissedEvents, account: QueuedBytes
    ) -> (bytes: SharedBytes, numbers: ClosedRange<UInt64>)? {
        guard let (numbers, counts) = keptNumbers(missed) else { return nil }
        let head = ReplyFrame.EventListHead(id: id, counts: counts).bytes
        let count = counts.reduce(head.count) { $0 + $1 + ReplyFrame.EventListHead.head(of: $1).count }
        let bytes = SharedBytes(count: count, account: account) { target in
            var filler = Filler(target)
            filler.append(head)
            for (number, count) in zip(numbers, counts) {
                filler.append(ReplyFrame.EventListHead.head(of: count))
                append(.kept(missed.topic, number, count), to: &filler)
            }
        }
        return (bytes, numbers)
    }

    private enum EncodedPart {
        /// An event in the journal.
        case kept(Topic, UInt64, Int)
        case made([UInt8])

        var count: Int {
            switch self {
            case .kept(_, _, let count): count
            case .made(let bytes): bytes.count
            }
        }
    }

    private func encodedPart(_ topic: Topic) throws(WireError) -> (UInt64, EncodedPart)? {
        let newest = journal.newest(topic)
        guard isState(topic) else {
            return try newestEvent(topic).map { ($0.sequence, .made($0.asState.wireBytes())) }
        }
        return journal.withEvent(topic, newest) { bytes in
            EventNumbers(inEnvelope: bytes).map { ($0.sequence, .kept(topic, newest, bytes.count)) }
        } ?? nil
    }

    private func append(_ part: EncodedPart, to filler: inout Filler) {
        switch part {
        case .made(let bytes): filler.append(bytes)
        case .kept(let topic, let number, _):
            let target = filler
            let count: Int? = journal.withEvent(topic, number) { bytes in target.copy(bytes) }
            filler.advance(count ?? 0)
        }
    }
}

/// The last snapshot, as long as it is being sent.
struct EncodedSnapshot {
    fileprivate var sequence: UInt64 = 0
    fileprivate var topics: Set<Topic> = []
    fileprivate weak var bytes: SharedBytes?

    fileprivate init(sequence: UInt64, topics: Set<Topic>, bytes: SharedBytes) {
        (self.sequence, self.topics, self.bytes) = (sequence, topics, bytes)
    }

    /// No snapshot.
    init() {}

    fileprivate func value(at sequence: UInt64, _ topics: Set<Topic>) -> SharedBytes? {
        sequence == self.sequence && topics == self.topics ? bytes : nil
    }
}

/// Fills memory from the beginning to the end.
private struct Filler {
    private let target: UnsafeMutableRawBufferPointer
    private var position = 0

    init(_ target: UnsafeMutableRawBufferPointer) { self.target = target }

    mutating func append(_ bytes: [UInt8]) {
        UnsafeMutableRawBufferPointer(rebasing: target[position..<position + bytes.count]).copyBytes(from: bytes)
        position += bytes.count
    }

    /// Copies bytes to the present position, and returns their number.
    func copy(_ bytes: UnsafeRawBufferPointer) -> Int {
        UnsafeMutableRawBufferPointer(rebasing: target[position..<position + bytes.count]).copyMemory(from: bytes)
        return bytes.count
    }

    mutating func advance(_ count: Int) { position += count }
}
