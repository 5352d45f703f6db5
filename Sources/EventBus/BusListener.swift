import Access
import NavigationEvents
import ZeroMQ

/// A pair of sockets for clients: requests and events.
final class BusListener {
    /// The kind of a pair. An answer is sent by the pair that received the request.
    enum Kind: Sendable, Hashable {
        /// Sockets in the file system, at which the kernel identifies the peer.
        case local
        /// TCP ports, at which a key identifies the peer.
        case remote

        var requests: BusSocket { self == .local ? .requests : .remoteRequests }
        var events: BusSocket { self == .local ? .events : .remoteEvents }
    }

    let kind: Kind
    let requests: Socket
    let events: Socket
    let endpoints: BusEndpoints
    let monitors: [(busSocket: BusSocket, monitor: SocketMonitor)]
    /// Set while subscriptions of the events socket might be applied to the wrong peer; see ``BusServer``.
    var isMisaligned = false

    /// Milliseconds after closing in which the last events and answers may be sent.
    private static let lingerMilliseconds = 500
    /// Requests queued from one peer: few, since one may be large. The peer keeps the others.
    private static let requestHighWater = 64
    /// Subscriptions queued from one peer.
    private static let subscriptionHighWater = 8
    /// Answers queued for one peer. A peer that does not read them gets no more.
    private static let answerHighWater = 32
    /// Connections that may wait to be accepted: more than the usual hundred, for many at once.
    private static let backlog = 512

    init(
        _ kind: Kind, _ endpoints: BusEndpoints, context: Context, limits: BusLimits, keys: CurveKeyPair?
    ) throws(ZeroMQError) {
        self.kind = kind
        requests = try Socket(.router, context: context)
        events = try Socket(.xpub, context: context)
        var monitors: [(busSocket: BusSocket, monitor: SocketMonitor)] = []
        for (busSocket, socket) in [(kind.requests, requests), (kind.events, events)] {
            try Self.prepare(socket, busSocket, keys)
            monitors.append((busSocket, try SocketMonitor(socket, context: context, name: busSocket.rawValue)))
        }
        self.monitors = monitors
        // libzmq checks this limit before it knows the peer of a frame, and allocates the memory at once.
        try requests.set(.maxFrameBytes, BusLimits.maxRequestFrameBytes)
        try requests.set(.receiveHighWater, Self.requestHighWater)
        try requests.set(.sendHighWater, Self.answerHighWater)
        // Sending an answer without room for it fails, instead of dropping it silently.
        try requests.set(.routerMandatory, 1)
        try events.set(
            .maxFrameBytes,
            kind == .local ? BusLimits.maxSubscriptionBytes : BusLimits.maxHandshakeFrameBytes)
        try events.set(.sendHighWater, limits.sendHighWater)
        // libzmq moves subscriptions to a list without a limit as long as more arrive. With so few at once, its other
        // thread has to be woken for the next ones, and the list is read before.
        try events.set(.receiveHighWater, Self.subscriptionHighWater)
        try events.set(.manualSubscriptions, 1)
        try requests.bind(endpoints.requests)
        try events.bind(endpoints.events)
        self.endpoints = try BusEndpoints(requests: requests.lastEndpoint(), events: events.lastEndpoint())
    }

    private static func prepare(_ socket: Socket, _ busSocket: BusSocket, _ keys: CurveKeyPair?) throws(ZeroMQError) {
        try socket.set(.zapDomain, busSocket.rawValue)
        try socket.set(.lingerMilliseconds, lingerMilliseconds)
        try socket.set(.backlog, backlog)
        try socket.set(.handshakeMilliseconds, BusCredentials.handshakeMilliseconds)
        guard let keys else { return }
        try socket.serve(with: keys)
        try socket.set(.heartbeatMilliseconds, BusCredentials.heartbeatMilliseconds)
        try socket.set(.heartbeatTimeoutMilliseconds, BusCredentials.heartbeatTimeoutMilliseconds)
    }
}
