public import NavigationEvents

/// The beginning of a field that holds a message, for messages that are put together of parts which are encoded already.
public struct WireFieldHead: Sendable, Hashable {
    /// Its bytes; the message follows.
    public let bytes: [UInt8]

    /// Makes the beginning of a field with this number, whose message has so many bytes.
    public init(field: UInt32, count: Int) {
        bytes = Self.varint(UInt64(field) << 3 | UInt64(WireType.lengthDelimited.rawValue)) + Self.varint(UInt64(count))
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(truncatingIfNeeded: rest)]
    }
}

extension Snapshot {
    /// The number of the field that holds the latest events.
    public static let latestField: UInt32 = 5
}

extension ReplyFrame {
    /// The bytes of an answer with events that stand before each of the events and before them all.
    public struct EventListHead: Sendable {
        /// What precedes the first event.
        public let bytes: [UInt8]

        /// - Parameters:
        ///   - id: ``ReplyFrame/id``.
        ///   - counts: Bytes of each event, in order.
        public init(id: UInt64, counts: [Int]) {
            let list = counts.reduce(0) { $0 + $1 + EventListHead.head(of: $1).count }
            let reply = WireFieldHead(field: 2, count: list).bytes
            let frame = WireFieldHead(field: 2, count: list + reply.count).bytes
            var writer = WireWriter(capacity: 64)
            writer.uint64(1, "id", id)
            bytes = writer.bytes() + frame + reply
        }

        /// What precedes an event of so many bytes.
        public static func head(of count: Int) -> [UInt8] { WireFieldHead(field: 1, count: count).bytes }
    }
}
