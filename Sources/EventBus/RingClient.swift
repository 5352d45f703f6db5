import Glibc
import Journal
import NavigationEvents
import Platform

/// The connection of a client to the ring socket of a bus, and the events that it reads from the memory of the bus.
final class RingClient {
    /// A reason for which there is no connection.
    enum Problem: Error, Hashable, CustomStringConvertible {
        case system(SystemError)
        case refused(RingRefusal)
        /// The bus does not answer, or with something else.
        case noAnswer
        /// The listening process belongs to another user.
        case untrusted

        var description: String {
            switch self {
            case .system(let error): "failed to \(error)"
            case .refused(.rights): "this process may not receive all topics"
            case .refused(.session): "there is no such session"
            case .refused(.memory): "its journal is not in files, or is small"
            case .refused(.count): "it has too many clients"
            case .noAnswer: "it does not answer at its ring socket"
            case .untrusted: "its ring socket belongs to another user"
            }
        }
    }

    /// The outcome of an attempt to read.
    enum Found {
        /// The next event, in ``event``.
        case event
        /// The next event, of an unwanted topic: only its topic and its numbers.
        case passed
        /// No event yet.
        case nothing
        /// Events were missed: the journal no longer has those at the present place.
        case lagging
        /// The bus has ended the connection, or has died, and everything that it published is read.
        case ended
    }

    /// Milliseconds in which a running bus answers.
    private static let answerMilliseconds: Int32 = 200

    private let socket: PacketSocket
    private let reader = JournalReader()
    private var sleep: RingSleep?
    private var isEnded = false
    /// The run of the session.
    private(set) var run: UInt64 = 0
    /// The process of the bus according to the kernel; 0 if it has no number among the processes of the client.
    let busProcessID: Int32

    /// Connects, and waits for the place of the next event.
    init(path: String, session: Session, isTrusted: (UInt32) -> Bool) throws(Problem) {
        do {
            socket = try PacketSocket(connecting: path)
        } catch {
            throw .system(error)
        }
        guard let bus = socket.peer, isTrusted(bus.user) else { throw .untrusted }
        busProcessID = bus.process
        guard RingJoin.bytes(session).withUnsafeBytes({ socket.send($0) }) else { throw .noAnswer }
        var position: RingPosition?
        while position == nil || reader.count == 0 {
            var waited = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waited, 1, Self.answerMilliseconds) > 0, !isEnded else { throw .noAnswer }
            for packet in receivePackets() {
                switch packet {
                case .begin(let begin): position = begin
                case .refused(let refusal): throw .refused(refusal)
                case .buffer, .freed, .wake, .unknown: break
                }
            }
        }
        guard let position, sleep != nil,
            reader.begin(buffer: position.buffer, number: position.segment, offset: position.offset)
        else { throw .noAnswer }
        run = position.run
    }

    /// The last event.
    var event: ReadEvent { reader.event }

    /// The descriptor that is readable after ``fallAsleep()`` when there is something to read.
    var descriptor: Int32 { socket.descriptor }

    /// Reads the next event.
    func next(_ wanted: TopicSet) -> Found {
        var hasReceived = false
        while true {
            switch reader.next(wanted) {
            case .event: return .event
            case .passed: return .passed
            case .nothing: return isEnded ? .ended : .nothing
            case .gone: return .lagging
            case .unknown:
                guard !hasReceived else { return isEnded ? .ended : .lagging }
                // The buffer was sent before the segment ended.
                hasReceived = true
                _ = receivePackets()
            }
        }
    }

    /// Whether there is something to read, of any topic.
    var hasNext: Bool { reader.hasNext || isEnded }

    /// Asks the bus to make ``descriptor`` readable at the next event; `false` if there is something to read already.
    func fallAsleep() -> Bool {
        sleep?.begin()
        guard !hasNext else {
            sleep?.end()
            return false
        }
        return true
    }

    /// Ends the sleep.
    ///
    /// - Parameter isReadable: Whether the descriptor was readable.
    func awake(isReadable: Bool) {
        sleep?.end()
        guard isReadable else { return }
        // Whatever comes after the packet that wakes stays readable.
        while let packet = receivePacket(), packet != .wake {}
    }

    /// Receives the waiting packets, and applies those about the memory.
    private func receivePackets() -> [RingPacket] {
        var packets: [RingPacket] = []
        while let packet = receivePacket() { packets.append(packet) }
        return packets
    }

    private func receivePacket() -> RingPacket? {
        withUnsafeTemporaryAllocation(byteCount: RingPacket.bytes, alignment: 8) { bytes in
            switch socket.receive(into: bytes) {
            case .nothing: return nil
            case .ended:
                isEnded = true
                return nil
            case .packet(let count, let sent):
                defer { if let sent { close(sent) } }
                let packet = RingPacket(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                apply(packet, sent)
                return packet
            }
        }
    }

    private func apply(_ packet: RingPacket, _ sent: Int32?) {
        switch packet {
        case .buffer(let number, let capacity):
            // Without it the reader finds an unknown buffer, and the client continues elsewhere.
            if let sent { _ = reader.add(sent, buffer: number, capacity: capacity) }
        case .begin:
            if let sent, let page = try? SharedPage(sent) { sleep = RingSleep(page) }
        case .freed(let number): reader.remove(buffer: number)
        case .refused: isEnded = true
        case .wake, .unknown: break
        }
    }
}
