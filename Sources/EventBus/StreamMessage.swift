import Glibc
import ZeroMQ

/// A message of the stream: two frames, received into again and again.
struct StreamMessage: ~Copyable {
    private var topic = Frame()
    private(set) var payload = Frame()

    /// Receives the next message; `nil` if there is none.
    mutating func receive(from socket: Socket, _ names: WireNames, snapshot: [UInt8]) throws(ZeroMQError) -> EventStream
        .Kind?
    {
        guard try socket.receive(into: &topic) else { return nil }
        guard topic.hasMore, try socket.receive(into: &payload) else { return .malformed }
        guard payload.hasMore else { return kind(names, snapshot) }
        while payload.hasMore, try socket.receive(into: &payload) {}
        return .malformed
    }

    private borrowing func kind(_ names: WireNames, _ snapshot: [UInt8]) -> EventStream.Kind {
        topic.withBytes { topic in
            for name in names.topics where topic.isEqual(to: name) { return .event }
            if topic.isEqual(to: names.beat) { return .beat }
            return topic.isEqual(to: snapshot) ? .snapshot : .foreign
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the same bytes stand in both.
    fileprivate func isEqual(to other: [UInt8]) -> Bool {
        guard count == other.count, let start = baseAddress else { return false }
        return memcmp(start, other, count) == 0
    }
}
