import NavigationEvents
import Platform

/// A packet of the bus to a client at the ring socket: words in the byte order of the machine. The first one is the kind; the
/// others mean nothing unless a kind uses them. `docs/contract/ring.md` specifies them.
enum RingPacket: Hashable {
    /// Memory of the journal, with its descriptor.
    case buffer(UInt64, capacity: UInt64)
    /// The place from which the client reads, with the descriptor of its own page.
    case begin(RingPosition)
    /// Memory that is never used again.
    case freed(UInt64)
    /// There are events for a client that was asleep.
    case wake
    /// The client cannot use the ring.
    case refused(RingRefusal)
    /// A packet of a later version.
    case unknown

    /// Number of words of a packet.
    private static let wordCount = 6
    /// Bytes of a packet.
    static let bytes = wordCount * 8

    /// The packet in these bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.bytes else {
            self = .unknown
            return
        }
        func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) }
        self =
            switch word(0) {
            case 1: .buffer(word(1), capacity: word(2))
            case 2:
                .begin(
                    RingPosition(
                        buffer: word(1), segment: word(2), offset: word(3), sequence: word(4), run: word(5)))
            case 3: .freed(word(1))
            case 4: .wake
            case 5: .refused(RingRefusal(rawValue: word(1)) ?? .memory)
            default: .unknown
            }
    }

    private var words: [UInt64] {
        let words: [UInt64] =
            switch self {
            case .buffer(let number, let capacity): [1, number, capacity]
            case .begin(let position):
                [2, position.buffer, position.segment, position.offset, position.sequence, position.run]
            case .freed(let number): [3, number]
            case .wake: [4]
            case .refused(let refusal): [5, refusal.rawValue]
            case .unknown: [0]
            }
        return words + [UInt64](repeating: 0, count: Self.wordCount - words.count)
    }

    /// Sends the packet; `false` if the peer has gone, or does not read its packets.
    func send(over socket: PacketSocket, descriptor: Int32? = nil) -> Bool {
        words.withUnsafeBytes { socket.send($0, descriptor: descriptor) }
    }

    /// The bytes of ``wake``, which is sent most often.
    static let wakeBytes = RingPacket.wake.words
}

/// The place in the memory of the journal from which a client reads.
struct RingPosition: Hashable {
    var buffer: UInt64
    /// The number of the segment there.
    var segment: UInt64
    var offset: UInt64
    /// The number of the event before it.
    var sequence: UInt64
    /// The run of the session.
    var run: UInt64
}

/// The first and only packet of a client: the session that it wants.
enum RingJoin {
    /// "NAVBUSR1"
    private static let magic: UInt64 = 0x3152_5355_4256_414E
    private static let nameBytes = 32

    /// Number of bytes.
    static let bytes = 8 + nameBytes

    /// The packet for a session.
    static func bytes(_ session: Session) -> [UInt8] {
        let named = withUnsafeBytes(of: magic) { Array($0) } + Array(session.name.utf8)
        return named + [UInt8](repeating: 0, count: bytes - named.count)
    }

    /// The session in a packet; `nil` if it is none.
    static func session(in bytes: UnsafeRawBufferPointer) -> Session? {
        guard bytes.count == Self.bytes, bytes.loadUnaligned(as: UInt64.self) == magic else { return nil }
        let name = bytes[8...].prefix { $0 != 0 }
        guard bytes[name.endIndex...].allSatisfy({ $0 == 0 }) else { return nil }
        return Session(String(decoding: name, as: UTF8.self))
    }
}
