import EventCodec
import Glibc
import NavigationEvents
import ZeroMQ

/// A message of the stream. Its two frames are reused for every message.
struct StreamMessage: ~Copyable {
    private var topic = Frame()
    private(set) var payload = Frame()

    /// Receives the next message; `nil` if none waits.
    mutating func receive(from socket: Socket, _ names: WireNames, snapshots: [[UInt8]]) throws(ZeroMQError)
        -> SessionSubscription
        .Kind?
    {
        guard try socket.receive(into: &topic) else { return nil }
        guard topic.hasMore, try socket.receive(into: &payload) else { return .malformed }
        guard payload.hasMore else { return kind(names, snapshots) }
        while payload.hasMore, try socket.receive(into: &payload) {}
        return .malformed
    }

    /// Whether the topic consists of these bytes.
    borrowing func isAbout(_ name: [UInt8]) -> Bool { topic.withBytes { $0.isEqual(to: name) } }

    /// The topic of an event.
    borrowing func topic(_ names: WireNames) -> Topic? {
        topic.withBytes { topic in
            Topic.allCases.first { topic.isEqual(to: names.topics[$0.index]) }
        }
    }

    private borrowing func kind(_ names: WireNames, _ snapshots: [[UInt8]]) -> SessionSubscription.Kind {
        topic.withBytes { topic in
            for name in names.topics where topic.isEqual(to: name) { return .event }
            if topic.isEqual(to: names.heartbeat) { return .heartbeat }
            for name in snapshots where topic.isEqual(to: name) { return .snapshot }
            return .foreign
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both have the same bytes.
    fileprivate func isEqual(to other: [UInt8]) -> Bool {
        guard count == other.count, let start = baseAddress else { return false }
        return memcmp(start, other, count) == 0
    }
}
