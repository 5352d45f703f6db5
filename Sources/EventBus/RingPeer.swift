import Glibc
import Journal
import Platform

/// A client that reads a session from the mapped journal.
final class RingPeer {
    let socket: PacketSocket
    let sleep: RingSleep
    /// The buffers that it has.
    private var buffers: Set<UInt64> = []

    /// Makes the page of a client, and sends the memory and the place from which it reads.
    ///
    /// - Returns: `nil` if it does not get them.
    init?(_ socket: PacketSocket, from end: SharedPosition, run: UInt64) {
        self.socket = socket
        let position = RingPosition(
            buffer: end.segment.buffer, segment: end.segment.number, offset: UInt64(end.offset),
            sequence: end.sequence, run: run)
        var hasPage = false
        guard
            let page = try? SharedPage(sharing: { descriptor in
                hasPage = RingPacket.begin(position).send(over: socket, descriptor: descriptor)
            }), hasPage
        else { return nil }
        sleep = RingSleep(page)
        guard offer(end.segment) else { return nil }
    }

    /// Sends the memory of a segment unless the client has it; `false` if it does not get it.
    func offer(_ segment: SharedSegment) -> Bool {
        guard !buffers.contains(segment.buffer) else { return true }
        let file = open(segment.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return false }
        defer { close(file) }
        buffers.insert(segment.buffer)
        return RingPacket.buffer(segment.buffer, capacity: UInt64(segment.capacity)).send(
            over: socket, descriptor: file)
    }

    /// Takes a buffer from the client; `false` if it does not notice.
    func free(_ buffer: UInt64) -> Bool {
        buffers.remove(buffer) == nil || RingPacket.freed(buffer).send(over: socket)
    }

    /// Wakes the client if it sleeps; `false` if it does not notice.
    func wake() -> Bool { !sleep.takeSleeper() || RingPacket.wakeBytes.withUnsafeBytes { socket.send($0) } }
}
