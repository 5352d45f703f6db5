public import NavigationEvents

/// The bytes before a message in a field, for messages that are composed of encoded parts.
public struct WireFieldHead: Sendable, Hashable {
    /// The bytes. The message follows them.
    public let bytes: [UInt8]

    /// Makes the bytes before a message with so many bytes in the field with this number.
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
    /// The number of the field with the latest events.
    public static let latestField: UInt32 = 5
}

extension ReplyFrame {
    /// The bytes of an answer with events that precede the first event and each event.
    public struct EventListHead: Sendable {
        /// The bytes before the first event.
        public let bytes: [UInt8]

        /// Makes the bytes of an answer.
        ///
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

        /// The bytes before an event with so many bytes.
        public static func head(of count: Int) -> [UInt8] { WireFieldHead(field: 1, count: count).bytes }
    }
}
