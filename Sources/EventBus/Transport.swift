import Glibc
import ZeroMQ

/// The sockets of a bus, with the lock of the folder they lie in.
final class Transport {
    /// A message, and who sent it over which connection.
    struct Message {
        /// The parts before the last, and that one. On the request channel the former lead back to the peer.
        var parts: [[UInt8]]
        var payload: [UInt8]
        /// `nil` for what libzmq itself says of a peer that has gone.
        var peer: PeerIdentity?
        var place: Connections.Place
    }

    private(set) var doors: [Door]
    let gatekeeper: Gatekeeper
    /// Where the bus is reached on this machine.
    let endpoints: BusEndpoints
    /// Where others reach it; `nil` as long as no port is open.
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
        // The lock comes first: who holds it may take over the dead sockets of a bus that was killed.
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

    /// Listens for other machines, which come with keys.
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
        // libzmq leaves them behind; while we hold the lock they are ours.
        for path in paths { unlink(path) }
    }

    /// Sends an event to its subscribers; `false` if libzmq refused.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8]) -> Bool {
        var isSent = true
        for door in doors where !send(bytes, topic: topic, door) { isSent = false }
        return isSent
    }

    /// Sends to the subscribers of one door.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8], _ door: Door) -> Bool {
        do {
            return try door.events.send(topic, more: true) && door.events.send(bytes)
        } catch {
            return false
        }
    }

    /// Sends an answer back to its peer; `false` if libzmq refused, or too many wait for the peer to read them.
    func answer(_ bytes: [UInt8], to peer: [[UInt8]], _ kind: Door.Kind) -> Bool {
        guard let socket = doors.first(where: { $0.kind == kind })?.requests else { return false }
        do {
            for part in peer { guard try socket.send(part, more: true) else { return false } }
            return try socket.send(bytes)
        } catch {
            // The peer has gone in the meantime: nobody misses the answer.
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

    /// Sends bytes without copying them to the subscribers of one door.
    func send(_ bytes: SharedBytes, countedIn queue: QueuedBytes, topic: [UInt8], _ door: Door) -> Bool {
        do {
            return try door.events.send(topic, more: true) && door.events.send(bytes, countedIn: queue)
        } catch {
            return false
        }
    }

    /// The next subscription (first byte 1) or its end (0); `nil` if there is none.
    func receiveSubscription(_ door: Door) -> Message? { receive(door.events, door.kind.events) }

    /// The next request; `nil` if there is none. What a request socket puts before its payload (an empty frame) goes
    /// back with the answer.
    func receiveRequest(_ door: Door) -> Message? { receive(door.requests, door.kind.requests) }

    /// What has happened to connections; `nil` if nothing (more).
    func nextHappening() -> (gate: Gate, SocketMonitor.Happening)? {
        for door in doors {
            for (gate, monitor) in door.monitors {
                if let happening = try? monitor.next() { return (gate, happening) }
            }
        }
        return nil
    }

    /// Ends a connection: its peer has to come again through the gate.
    func cut(_ place: Connections.Place) { shutdown(place.descriptor, Int32(SHUT_RDWR)) }

    private func receive(_ socket: Socket, _ gate: Gate) -> Message? {
        var parts: [[UInt8]] = []
        do {
            repeat {
                guard try socket.receive(into: &frame) else { return nil }
                // A peer that sends more parts than any request has is not answered at its length.
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
