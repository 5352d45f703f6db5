import EventCodec
import NavigationEvents

/// A place in the log from which a session can be continued: the record of its bus after the request `checkpoint` there, and
/// what the worker itself remembers of the requests before.
struct SessionPoint: Sendable, Hashable {
    /// The run of the session: the place in the log at which it was opened.
    var run: UInt64
    /// The place of the checkpoint; see ``PartitionInputs/run(at:index:)``.
    var place: UInt64
    /// The last id of each sender.
    var senders: [UInt64]
    /// The last replies, with the ids of their frames.
    var replies: [ReplyFrame]
    var record: SessionRecord

    var session: Session { record.snapshot.session }
    /// The message of the log with the checkpoint.
    var sequence: UInt64 { place >> 16 }

    private static let magic = Array("point 1\n".utf8)

    init(run: UInt64, place: UInt64, senders: [UInt64], replies: [ReplyFrame], record: SessionRecord) {
        (self.run, self.place, self.senders, self.replies, self.record) = (run, place, senders, replies, record)
    }

    /// The bytes in the stream: the numbers, each with eight bytes, lowest first, and the replies and the record as frames
    /// after their lengths.
    var bytes: [UInt8] {
        var bytes = Self.magic
        let numbers = [run, place, UInt64(senders.count)] + senders + [UInt64(replies.count)]
        for number in numbers { bytes.append(number) }
        for frame in replies + [ReplyFrame(id: 0, reply: .record(record))] {
            let frame = frame.wireBytes()
            bytes.append(UInt64(frame.count))
            bytes += frame
        }
        return bytes
    }

    /// Reads a point; `nil` if the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.magic) else { return nil }
        var rest = bytes.dropFirst(Self.magic.count)
        guard let run = rest.popNumber(), let place = rest.popNumber(), let senders = rest.popNumbers(),
            let replyCount = rest.popNumber(), replyCount <= PartitionRun.keptReplies
        else { return nil }
        var replies: [ReplyFrame] = []
        for _ in 0..<replyCount {
            guard let reply = rest.popFrame() else { return nil }
            replies.append(reply)
        }
        guard case .record(let record)? = rest.popFrame()?.reply, rest.isEmpty else { return nil }
        self.init(run: run, place: place, senders: senders, replies: replies, record: record)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func popNumber() -> UInt64? {
        guard count >= 8 else { return nil }
        defer { removeFirst(8) }
        return prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    fileprivate mutating func popNumbers() -> [UInt64]? {
        guard let count = popNumber(), count <= PartitionInputs.maxSenders else { return nil }
        var numbers: [UInt64] = []
        for _ in 0..<count {
            guard let number = popNumber() else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    fileprivate mutating func popFrame() -> ReplyFrame? {
        guard let length = popNumber(), length <= count else { return nil }
        defer { removeFirst(Int(length)) }
        return try? ReplyFrame(wireBytes: Array(prefix(Int(length))))
    }
}
