import Glibc
import ZeroMQ

/// The sockets of a bus, with the locks of their folders.
final class Transport {
    /// A received message with its sender and its connection.
    struct Message {
        /// The frames before the last one. In a request they route the answer to the peer.
        var parts: [[UInt8]]
        var payload: [UInt8]
        /// `nil` for a message of libzmq itself about a peer that has gone.
        var peer: PeerIdentity?
        var place: Connections.Place
    }

    private(set) var doors: [Door]
    let gatekeeper: Gatekeeper
    /// The endpoints on this machine.
    let endpoints: BusEndpoints
    /// The endpoints for other machines; `nil` while no port is open.
    private(set) var remoteEndpoints: BusEndpoints?
    private let limits: BusLimits
    private let context: Context
    private let locks: [RunLock]
    private let paths: [String]
    private var frame = Frame()

    init(
        _ endpoints: BusEndpoints, access: AccessSettings, limits: BusLimits, opensPorts: Bool
    ) throws(BusError) {
        self.limits = limits
        try endpoints.checkLocal()
        try access.remote?.checkRemote()
        let paths = [try Endpoint(endpoints.requests), try Endpoint(endpoints.events)].compactMap(\.path)
        // The lock comes first: its holder may replace the dead sockets of a killed bus.
        locks = try Self.lock(paths)
        self.paths = paths
        for path in paths { try checkSocketPath(path) }
        let context = try transport { () throws(ZeroMQError) in try Context() }
        self.context = context
        (gatekeeper, doors) = try transport { () throws(ZeroMQError) in
            let gatekeeper = try Gatekeeper(context: context)
            return (gatekeeper, [try Door(.local, endpoints, context: context, limits: limits, keys: nil)])
        }
        for path in paths where chmod(path, 0o660) != 0 { throw .folder(path: path, .system(systemReason())) }
        self.endpoints = doors[0].endpoints
        if let remote = access.remote, opensPorts { try open(remote, access) }
    }

    /// Opens the ports for other machines, which need keys.
    @discardableResult
    func open(_ remote: BusEndpoints, _ access: AccessSettings) throws(BusError) -> Door {
        let keys = try Self.keys(access)
        let door = try transport { () throws(ZeroMQError) in
            try Door(.remote, remote, context: context, limits: limits, keys: keys)
        }
        doors.append(door)
        remoteEndpoints = door.endpoints
        return door
    }

    deinit {
        // libzmq does not delete the sockets. While we hold the lock they are ours.
        for path in paths { unlink(path) }
    }

    /// Sends an event to its subscribers; `false` if libzmq refused.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8]) -> Bool {
        var isSent = true
        for door in doors where !send(bytes, topic: topic, door) { isSent = false }
        return isSent
    }

    /// Sends an event to the subscribers of one pair of sockets.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8], _ door: Door) -> Bool {
        do {
            return try door.events.send(topic, more: true) && door.events.send(bytes)
        } catch {
            return false
        }
    }

    /// Sends an answer to its peer; `false` if libzmq refused, or if too many answers wait for the peer.
    func answer(_ bytes: [UInt8], to peer: [[UInt8]], _ kind: Door.Kind) -> Bool {
        guard let socket = doors.first(where: { $0.kind == kind })?.requests else { return false }
        do {
            for part in peer { guard try socket.send(part, more: true) else { return false } }
            return try socket.send(bytes)
        } catch {
            // The peer has gone meanwhile: its answer is not an error.
            return error.code == EHOSTUNREACH
        }
    }

    /// Sends an answer without copying it.
    func answer(_ bytes: SharedBytes, countedIn queue: QueuedBytes, to peer: [[UInt8]], _ kind: Door.Kind) -> Bool {
        guard let socket = doors.first(where: { $0.kind == kind })?.requests else { return false }
        do {
            for part in peer { guard try socket.send(part, more: true) else { return false } }
            return try socket.send(bytes, countedIn: queue)
        } catch {
            return error.code == EHOSTUNREACH
        }
    }

    /// Sends bytes to the subscribers of one pair of sockets, without copying them.
    func send(_ bytes: SharedBytes, countedIn queue: QueuedBytes, topic: [UInt8], _ door: Door) -> Bool {
        do {
            return try door.events.send(topic, more: true) && door.events.send(bytes, countedIn: queue)
        } catch {
            return false
        }
    }

    /// The next subscription (first byte 1) or its end (0); `nil` if there is none.
    func receiveSubscription(_ door: Door) -> Message? { receive(door.events, door.kind.events) }

    /// The next request; `nil` if there is none. The frames before its payload (such as an empty one of a REQ socket)
    /// precede the answer too.
    func receiveRequest(_ door: Door) -> Message? { receive(door.requests, door.kind.requests) }

    /// The next event of a connection; `nil` if there is none.
    func nextHappening() -> (gate: Gate, SocketMonitor.Happening)? {
        for door in doors {
            for (gate, monitor) in door.monitors {
                if let happening = try? monitor.next() { return (gate, happening) }
            }
        }
        return nil
    }

    /// Ends a connection. Its peer must pass the handshake again.
    func cut(_ place: Connections.Place) { shutdown(place.descriptor, Int32(SHUT_RDWR)) }

    private func receive(_ socket: Socket, _ gate: Gate) -> Message? {
        var parts: [[UInt8]] = []
        do {
            repeat {
                guard try socket.receive(into: &frame) else { return nil }
                // A peer that sends more frames than any request has gets no answer.
                if parts.count < Self.mostParts { parts.append(frame.copy) }
            } while frame.hasMore
        } catch {
            return nil
        }
        let payload = parts.removeLast()
        return Message(
            parts: parts, payload: payload, peer: frame.property("User-Id").flatMap(PeerIdentity.init(userID:)),
            place: Connections.Place(gate: gate, descriptor: frame.descriptor))
    }

    private static let mostParts = 4

    private static func keys(_ access: AccessSettings) throws(BusError) -> CurveKeyPair {
        do {
            return try KeyRing(folder: access.keysFolder).busKeys()
        } catch {
            throw .keys(error)
        }
    }

    private static func lock(_ paths: [String]) throws(BusError) -> [RunLock] {
        var locks: [RunLock] = []
        for folder in Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }).sorted() {
            locks.append(try RunFolder(path: folder.isEmpty ? "/" : folder).lock())
        }
        return locks
    }
}
