/// A request of libzmq to decide whether a peer may connect.
public struct ZAPRequest: Sendable, Hashable {
    /// The proof of the identity of the peer.
    public enum Proof: Sendable, Hashable {
        /// No proof. Over `ipc://` the kernel guarantees the numbers in the address.
        case none
        /// A key. Its owner has proven to have the secret one.
        case key(CurveKey)
        /// Any other mechanism.
        case unknown
    }

    /// ``Socket/TextOption/zapDomain`` of the socket.
    public var domain: String
    /// The address of the peer. Over `ipc://` it ends with `:<user>:<group>:<process>`.
    public var address: String
    /// The proof of the identity of the peer.
    public var proof: Proof

    /// Makes a request.
    public init(domain: String, address: String, proof: Proof) {
        self.domain = domain
        self.address = address
        self.proof = proof
    }

    /// User, group and process of a peer over `ipc://`, according to the kernel.
    public var credentials: (user: UInt32, group: UInt32, process: Int32)? {
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 4, let user = UInt32(parts[parts.count - 3]), let group = UInt32(parts[parts.count - 2]),
            let process = Int32(parts[parts.count - 1])
        else { return nil }
        return (user, group, process)
    }
}

/// The decision about a connection.
public enum ZAPDecision: Sendable, Hashable {
    /// The peer may connect. The name is the `User-Id` of each of its messages.
    case admit(String)
    /// The peer may not connect.
    case refuse
    /// The peer is not known well enough yet: the handshake waits for ``ZAPHandler/servePostponed(_:)``.
    case postpone
}

/// Decides which peers may connect to the sockets of a context that have a ZAP domain or keys (ZAP, RFC 27).
///
/// Without it, libzmq accepts every peer. Its socket is watched and served on the same thread as the others.
public final class ZAPHandler {
    /// The socket to watch.
    public let socket: Socket
    private var frame = Frame()
    /// The requests without an answer yet.
    private var postponed: [[[UInt8]]] = []
    private static let maxPostponed = 64

    /// Begins to answer for a context. A context can have only one.
    public init(context: Context) throws(ZeroMQError) {
        socket = try Socket(.router, context: context)
        try socket.set(.receiveHighWater, 0)
        try socket.set(.sendHighWater, 0)
        try socket.bind("inproc://zeromq.zap.01")
    }

    /// Answers one request, if one waits.
    ///
    /// - Returns: Whether a request was waiting.
    public func serve(_ decide: (ZAPRequest) -> ZAPDecision) throws(ZeroMQError) -> Bool {
        var parts: [[UInt8]] = []
        repeat {
            guard try socket.receive(into: &frame) else { return false }
            if parts.count < 16 { parts.append(frame.copy) }
        } while frame.hasMore
        // Route back, empty frame, version, request id, domain, address, identity, mechanism, credentials.
        guard parts.count >= 8, parts[2] == Array("1.0".utf8) else { return true }
        try decideOn(parts, decide)
        return true
    }

    /// Whether connections are postponed.
    public var hasPostponed: Bool { !postponed.isEmpty }

    /// Asks again about the connections that were postponed.
    public func servePostponed(_ decide: (ZAPRequest) -> ZAPDecision) throws(ZeroMQError) {
        let requests = postponed
        postponed = []
        for parts in requests { try decideOn(parts, decide) }
    }

    private func decideOn(_ parts: [[UInt8]], _ decide: (ZAPRequest) -> ZAPDecision) throws(ZeroMQError) {
        switch decide(Self.request(parts)) {
        case .admit(let name): try answer(parts, code: "200", text: "", name: name)
        case .postpone where postponed.count < Self.maxPostponed: postponed.append(parts)
        // After 400 the clients of libzmq never connect again, though they may be admitted later. After 300 they do, at
        // the end of the time for the handshake.
        case .refuse, .postpone: try answer(parts, code: "300", text: "not now", name: "")
        }
    }

    private func answer(_ parts: [[UInt8]], code: String, text: String, name: String) throws(ZeroMQError) {
        for part in [parts[0], [], parts[2], parts[3], Array(code.utf8), Array(text.utf8), Array(name.utf8)] {
            try socket.send(part, more: true)
        }
        try socket.send([])
    }

    private static func request(_ parts: [[UInt8]]) -> ZAPRequest {
        let proof: ZAPRequest.Proof =
            switch String(decoding: parts[7], as: UTF8.self) {
            case "NULL": .none
            case "CURVE": parts.count == 9 ? CurveKey(bytes: parts[8]).map { .key($0) } ?? .unknown : .unknown
            default: .unknown
            }
        return ZAPRequest(
            domain: String(decoding: parts[4], as: UTF8.self), address: String(decoding: parts[5], as: UTF8.self),
            proof: proof)
    }
}
