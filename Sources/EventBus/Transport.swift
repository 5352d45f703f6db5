import Access
import NavigationEvents
import Glibc
import Platform
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
        var connection: Connections.ID
    }

    private(set) var listeners: [BusListener]
    /// `nil` after closing.
    private(set) var zapHandler: ZAPHandler?
    /// The endpoints on this machine.
    let endpoints: BusEndpoints
    /// The endpoints for other machines; `nil` while no port is open.
    private(set) var remoteEndpoints: BusEndpoints?
    private let limits: BusLimits
    private var context: Context?
    private var locks: [FolderLock]
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
        (zapHandler, listeners) = try transport { () throws(ZeroMQError) in
            let zapHandler = try ZAPHandler(context: context)
            return (zapHandler, [try BusListener(.local, endpoints, context: context, limits: limits, keys: nil)])
        }
        for path in paths where chmod(path, 0o660) != 0 {
            throw .folder(.unusable(path: path, .system(SystemError.text(errno))))
        }
        self.endpoints = listeners[0].endpoints
        if let remote = access.remote, opensPorts { try open(remote, access) }
    }

    /// Whether the sockets can be used.
    var isOpen: Bool { context != nil }

    /// Opens the ports for other machines, which need keys; `nil` after closing.
    @discardableResult
    func open(_ remote: BusEndpoints, _ access: AccessSettings) throws(BusError) -> BusListener? {
        guard let context else { return nil }
        let keys = try Self.keys(access)
        let listener = try transport { () throws(ZeroMQError) in
            try BusListener(.remote, remote, context: context, limits: limits, keys: keys)
        }
        listeners.append(listener)
        remoteEndpoints = listener.endpoints
        return listener
    }

    deinit { close() }

    /// Closes the sockets and releases the locks. Messages that were sent are still delivered, for half a second.
    func close() {
        guard isOpen else { return }
        // libzmq does not delete the sockets. While we hold the lock they are ours.
        for path in paths { unlink(path) }
        // In this order: sockets, context, locks.
        listeners = []
        zapHandler = nil
        context = nil
        locks = []
    }

    /// Sends an event to its subscribers; `false` if libzmq refused.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8]) -> Bool {
        var isSent = true
        for listener in listeners where !send(bytes, topic: topic, listener) { isSent = false }
        return isSent
    }

    /// Sends an event to the subscribers of one pair of sockets.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8], _ listener: BusListener) -> Bool {
        do {
            return try listener.events.send(topic, more: true) && listener.events.send(bytes)
        } catch {
            return false
        }
    }

    /// Sends an answer to its peer; `false` if libzmq refused, or if too many answers wait for the peer. No effect after
    /// closing.
    func answer(_ bytes: [UInt8], to peer: [[UInt8]], _ kind: BusListener.Kind) -> Bool {
        guard let socket = listeners.first(where: { $0.kind == kind })?.requests else { return !isOpen }
        do {
            for part in peer { guard try socket.send(part, more: true) else { return false } }
            return try socket.send(bytes)
        } catch {
            // The peer has gone meanwhile: its answer is not an error.
            return error.code == EHOSTUNREACH
        }
    }

    /// Sends an answer without copying it.
    func answer(_ bytes: SharedBytes, countedIn queue: QueuedBytes, to peer: [[UInt8]], _ kind: BusListener.Kind)
        -> Bool
    {
        guard let socket = listeners.first(where: { $0.kind == kind })?.requests else { return !isOpen }
        do {
            for part in peer { guard try socket.send(part, more: true) else { return false } }
            return try socket.send(bytes, countedIn: queue)
        } catch {
            return error.code == EHOSTUNREACH
        }
    }

    /// Sends bytes to the subscribers of one pair of sockets, without copying them.
    func send(_ bytes: SharedBytes, countedIn queue: QueuedBytes, topic: [UInt8], _ listener: BusListener) -> Bool {
        do {
            return try listener.events.send(topic, more: true) && listener.events.send(bytes, countedIn: queue)
        } catch {
            return false
        }
    }

    /// The next subscription (first byte 1) or its end (0); `nil` if there is none.
    func receiveSubscription(_ listener: BusListener) -> Message? { receive(listener.events, listener.kind.events) }

    /// The next request; `nil` if there is none. The frames before its payload (such as an empty one of a REQ socket)
    /// precede the answer too.
    func receiveRequest(_ listener: BusListener) -> Message? { receive(listener.requests, listener.kind.requests) }

    /// The next event of a connection; `nil` if there is none.
    func nextConnectionEvent() -> (busSocket: BusSocket, SocketMonitor.Event)? {
        for listener in listeners {
            for (busSocket, monitor) in listener.monitors {
                if let event = try? monitor.next() { return (busSocket, event) }
            }
        }
        return nil
    }

    /// Ends a connection. Its peer must pass the handshake again.
    func cut(_ connection: Connections.ID) { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }

    private func receive(_ socket: Socket, _ busSocket: BusSocket) -> Message? {
        var parts: [[UInt8]] = []
        do {
            repeat {
                guard try socket.receive(into: &frame) else { return nil }
                // A peer that sends more frames than any request has gets no answer.
                if parts.count < Self.maxParts { parts.append(frame.copy) }
            } while frame.hasMore
        } catch {
            return nil
        }
        let payload = parts.removeLast()
        return Message(
            parts: parts, payload: payload, peer: frame.property("User-Id").flatMap(PeerIdentity.init(userID:)),
            connection: Connections.ID(busSocket: busSocket, descriptor: frame.descriptor))
    }

    private static let maxParts = 4

    private static func keys(_ access: AccessSettings) throws(BusError) -> CurveKeyPair {
        do {
            return try KeyRing(folder: access.keysFolder).busKeys()
        } catch {
            throw .keys(error)
        }
    }

    private static func lock(_ paths: [String]) throws(BusError) -> [FolderLock] {
        var locks: [FolderLock] = []
        for folder in Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }).sorted() {
            locks.append(try RunFolder(path: folder.isEmpty ? "/" : folder).lock())
        }
        return locks
    }
}
