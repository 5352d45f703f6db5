import Access
import Glibc
package import Journal
package import NavigationEvents
package import Platform

/// The ring socket of a bus. Clients on this machine get the memory of the journal there, and read the events without a system
/// call.
///
/// For them the memory is read-only. Each shares a page with the bus, in which it says that it sleeps; the bus wakes it with a
/// packet. An event descriptor would be quicker, but its owner can make every write to it wait.
package final class RingServer {
    /// Maximum number of clients. Others use the events socket.
    private static let maxPeers = 64
    /// Time in which a client names its session.
    private static let joinNanoseconds: UInt64 = 1_000_000_000

    private struct Connection {
        let socket: PacketSocket
        let acceptedAt: UInt64
        var joined: (peers: RingPeers, peer: RingPeer)?
    }

    /// Finds the session of a client, a process of a user, or throws the reason why the client cannot have it.
    package typealias Source = (Session, _ user: UInt32, _ process: Int32) throws(RingRefusal) -> RingSession

    /// The path of the socket.
    package let path: String
    private let listener: PacketSocket
    private let group: DescriptorGroup
    private var connections: [Int32: Connection] = [:]
    private let source: Source

    /// Listens at a path. The caller holds the lock of its folder.
    package init(path: String, _ source: @escaping Source) throws(SystemError) {
        self.path = path
        self.source = source
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
            try self.init(path: path) { session, user, process throws(RingRefusal) in
                guard admissionControl.mayReadAll(of: session, user: user, process: process) else { throw .rights }
                guard let log = sessions[session] else { throw .session }
                return RingSession(log.journal, log.ring)
            }
        } catch {
            return nil
        }
    }

    deinit { close() }

    /// Ends all connections.
    package func close() {
        for case let (peers, peer)? in connections.values.map(\.joined) { peers.remove(peer) }
        connections = [:]
        unlink(path)
    }

    /// Readable when ``serve()`` has something to do.
    package var descriptor: Int32 { group.descriptor }

    /// Number of clients.
    package var count: Int { connections.count }

    /// Handles new connections, and those that have ended.
    package func serve() {
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
    private func join(_ connection: Connection, _ name: Session) -> Bool {
        do throws(RingRefusal) {
            guard let client = connection.socket.peer else { throw .rights }
            let session = try source(name, client.user, client.process)
            guard let end = session.journal.end else { throw .memory }
            guard let peer = RingPeer(connection.socket, from: end, run: session.journal.run) else { return false }
            session.peers.add(peer)
            session.journal.observer = session.peers
            connections[connection.socket.descriptor]?.joined = (session.peers, peer)
            return true
        } catch {
            _ = RingPacket.refused(error).send(over: connection.socket)
            return false
        }
    }
}

/// A session whose events clients read themselves.
package struct RingSession {
    let journal: EventJournal
    let peers: RingPeers

    /// Names the journal of a session, and its readers.
    package init(_ journal: EventJournal, _ peers: RingPeers) { (self.journal, self.peers) = (journal, peers) }
}

/// A reason for which the bus refuses a client of the ring.
package enum RingRefusal: UInt64, Error {
    /// The client may not receive all topics.
    case rights = 1
    /// There is no such session.
    case session = 2
    /// The events are only in the memory of the bus.
    case memory = 3
    /// There are too many clients.
    case count = 4
}
