import Access
import Glibc
import Journal
import NavigationEvents
import Platform

/// The ring socket of a bus. Clients on this machine get the memory of the journal there, and read the events without a system
/// call.
///
/// For them the memory is read-only. Each shares a page with the bus, in which it says that it sleeps; the bus wakes it with a
/// packet. An event descriptor would be quicker, but its owner can make every write to it wait.
final class RingServer {
    /// Maximum number of clients. Others use the events socket.
    private static let maxPeers = 64
    /// Time in which a client names its session.
    private static let joinNanoseconds: UInt64 = 1_000_000_000

    private struct Connection {
        let socket: PacketSocket
        let acceptedAt: UInt64
        var joined: (peers: RingPeers, peer: RingPeer)?
    }

    /// The path of the socket.
    let path: String
    private let listener: PacketSocket
    private let group: DescriptorGroup
    private var connections: [Int32: Connection] = [:]
    private let sessions: SessionRegistry
    private let admissionControl: AdmissionControl

    /// Listens at a path. The caller holds the lock of its folder.
    init(
        path: String, _ sessions: SessionRegistry, _ admissionControl: AdmissionControl
    ) throws(SystemError) {
        self.path = path
        self.sessions = sessions
        self.admissionControl = admissionControl
        group = try DescriptorGroup()
        unlink(path)
        listener = try PacketSocket(listening: path, backlog: Int32(Self.maxPeers))
        guard group.add(listener.descriptor) else { throw SystemError(operation: "watch \(path)") }
    }

    /// The server beside the other sockets of a bus; `nil` if its clients have to use those: its journal is not in files, too
    /// few files may be open, or there is something else at the path.
    convenience init?(
        beside endpoints: BusEndpoints, _ opening: JournalOpening, isPossible: Bool, _ sessions: SessionRegistry,
        _ admissionControl: AdmissionControl
    ) {
        guard isPossible, opening.factory.folderPath != nil, let path = endpoints.ringPath,
            (try? checkSocketPath(path)) != nil
        else { return nil }
        do {
            try self.init(path: path, sessions, admissionControl)
        } catch {
            return nil
        }
    }

    deinit { close() }

    /// Ends all connections.
    func close() {
        if !connections.isEmpty { sessions.all.forEach { $0.ring.endAll() } }
        connections = [:]
        unlink(path)
    }

    /// Readable when ``serve()`` has something to do.
    var descriptor: Int32 { group.descriptor }

    /// Number of clients.
    var count: Int { connections.count }

    /// Handles new connections, and those that have ended.
    func serve() {
        for descriptor in group.ready {
            if descriptor == listener.descriptor { accept() } else { receive(descriptor) }
        }
    }

    /// Ends the connections that have not named their session in time.
    func endLate(now: UInt64) {
        for (descriptor, connection) in connections
        where connection.joined == nil && now > connection.acceptedAt + Self.joinNanoseconds {
            connections[descriptor] = nil
        }
    }

    private func accept() {
        while let socket = listener.accept() {
            guard connections.count < Self.maxPeers, group.add(socket.descriptor) else {
                _ = RingPacket.refused(.count).send(over: socket)
                continue
            }
            connections[socket.descriptor] = Connection(socket: socket, acceptedAt: MonotonicInstant.now.nanoseconds)
        }
    }

    private func receive(_ descriptor: Int32) {
        guard let connection = connections[descriptor] else { return }
        // One byte more than the packet, to notice a longer one.
        let received = withUnsafeTemporaryAllocation(byteCount: RingJoin.bytes + 1, alignment: 8) { bytes in
            switch connection.socket.receive(into: bytes) {
            case .nothing: return (hasEnded: false, session: Session?.none)
            case .ended: return (true, nil)
            case .packet(let count, let sent):
                if let sent { Glibc.close(sent) }
                return (true, RingJoin.session(in: UnsafeRawBufferPointer(rebasing: bytes[..<count])))
            }
        }
        if let session = received.session, connection.joined == nil, join(connection, session) { return }
        guard received.hasEnded else { return }
        if let (peers, peer) = connection.joined { peers.remove(peer) }
        connections[descriptor] = nil
    }

    /// Sends the place in a session; `false`, with the reason sent, if the client cannot have it.
    private func join(_ connection: Connection, _ session: Session) -> Bool {
        switch place(for: connection, session) {
        case .failure(let refusal):
            _ = RingPacket.refused(refusal.reason).send(over: connection.socket)
            return false
        case .success(let (log, end)):
            guard let peer = RingPeer(connection.socket, from: end, run: log.run) else { return false }
            log.ring.add(peer)
            log.journal.observer = log.ring
            connections[connection.socket.descriptor]?.joined = (log.ring, peer)
            return true
        }
    }

    private struct Refused: Error { let reason: RingPacket.Refusal }

    private func place(
        for connection: Connection, _ session: Session
    ) -> Result<(SessionLog, SharedPosition), Refused> {
        guard let sender = connection.socket.peer,
            admissionControl.mayReadAll(of: session, user: sender.user, process: sender.process)
        else {
            return .failure(Refused(reason: .rights))
        }
        guard let log = sessions[session] else { return .failure(Refused(reason: .session)) }
        guard let end = log.journal.end else { return .failure(Refused(reason: .memory)) }
        return .success((log, end))
    }
}
