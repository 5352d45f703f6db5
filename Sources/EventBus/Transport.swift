import Glibc
import ZeroMQ

/// The sockets of a bus, with the lock of the folder they lie in.
final class Transport {
    /// A message on the request channel: the frames that lead back to the peer, and what it said.
    struct RequestMessage {
        var peer: [[UInt8]]
        var payload: [UInt8]
    }

    let requests: Socket
    let events: Socket
    let endpoints: BusEndpoints
    private let context: Context
    private let locks: [RunLock]
    private let paths: [String]
    private var frame = Frame()

    init(_ endpoints: BusEndpoints, limits: BusLimits) throws(BusError) {
        let paths = [try Endpoint(endpoints.requests), try Endpoint(endpoints.events)].compactMap(\.path)
        // The lock comes first: who holds it may take over the dead sockets of a bus that was killed.
        locks = try Self.lock(paths)
        self.paths = paths
        for path in paths { try checkSocketPath(path) }
        let context = try transport { () throws(ZeroMQError) in try Context() }
        self.context = context
        (requests, events) = try transport { () throws(ZeroMQError) in
            let requests = try Self.requestSocket(context, endpoints.requests)
            let events = try Self.eventSocket(context, endpoints.events, limits: limits)
            return (requests, events)
        }
        for path in paths where chmod(path, 0o660) != 0 { throw .folder(path: path, .system(systemReason())) }
        let (boundRequests, boundEvents) = (requests, events)
        self.endpoints = try transport { () throws(ZeroMQError) in
            try BusEndpoints(requests: boundRequests.lastEndpoint(), events: boundEvents.lastEndpoint())
        }
    }

    deinit {
        // libzmq leaves them behind; while we hold the lock they are ours.
        for path in paths { unlink(path) }
    }

    /// Sends an event to its subscribers; `false` if libzmq refused.
    func send(_ bytes: UnsafeRawBufferPointer, topic: [UInt8]) -> Bool {
        do {
            return try events.send(topic, more: true) && events.send(bytes)
        } catch {
            return false
        }
    }

    /// Sends an answer back to its peer; `false` if libzmq refused.
    func answer(_ bytes: [UInt8], to peer: [[UInt8]]) -> Bool {
        do {
            for part in peer { guard try requests.send(part, more: true) else { return false } }
            return try requests.send(bytes)
        } catch {
            // The peer has gone in the meantime.
            return false
        }
    }

    /// The next subscription (first byte 1) or its end (0); `nil` if there is none.
    func receiveSubscription() -> [UInt8]? {
        receiveParts(events)?.first
    }

    /// The next request; `nil` if there is none. What a request socket puts before its payload (an empty frame) goes
    /// back with the answer.
    func receiveRequest() -> RequestMessage? {
        guard var parts = receiveParts(requests), let payload = parts.popLast() else { return nil }
        return RequestMessage(peer: parts, payload: payload)
    }

    private func receiveParts(_ socket: Socket) -> [[UInt8]]? {
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
        return parts
    }

    private static let mostParts = 4

    /// Milliseconds in which the last events and answers may leave after closing.
    private static let lingerMilliseconds = 500

    private static func lock(_ paths: [String]) throws(BusError) -> [RunLock] {
        var locks: [RunLock] = []
        for folder in Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }).sorted() {
            locks.append(try RunFolder(path: folder.isEmpty ? "/" : folder).lock())
        }
        return locks
    }

    private static func requestSocket(_ context: Context, _ endpoint: String) throws(ZeroMQError) -> Socket {
        let socket = try Socket(.router, context: context)
        try socket.set(.largestFrameBytes, BusLimits.largestMessageBytes)
        try socket.set(.lingerMilliseconds, lingerMilliseconds)
        try socket.bind(endpoint)
        return socket
    }

    private static func eventSocket(
        _ context: Context, _ endpoint: String, limits: BusLimits
    ) throws(ZeroMQError) -> Socket {
        let socket = try Socket(.xpub, context: context)
        try socket.set(.largestFrameBytes, BusLimits.largestSubscriptionBytes)
        try socket.set(.sendHighWater, limits.sendHighWater)
        try socket.set(.lingerMilliseconds, lingerMilliseconds)
        try socket.bind(endpoint)
        return socket
    }
}
