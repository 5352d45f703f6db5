import CZeroMQ
import Glibc

extension Socket {
    /// Options with whole numbers as values.
    public enum Option: Sendable {
        /// Most messages queued for one peer before they are dropped (publisher) or refused.
        case sendHighWater
        /// Most messages queued from one peer.
        case receiveHighWater
        /// Milliseconds for which closing waits for unsent messages.
        case lingerMilliseconds
        /// Milliseconds between attempts to connect.
        case reconnectMilliseconds
        /// Milliseconds to which that interval may grow; 0: it does not grow.
        case longestReconnectMilliseconds
        /// 1: queue only for peers whose connection is complete.
        case onlyConnected
        /// Bytes a peer may send in one frame; more ends its connection.
        case largestFrameBytes
        /// Milliseconds a peer may take to introduce itself; longer ends its connection.
        case handshakeMilliseconds
        /// Connections that may wait to be accepted.
        case backlog
        /// Milliseconds between signs of life over a connection on which nothing else travels.
        case heartbeatMilliseconds
        /// Milliseconds without any answer to a sign of life after which the connection counts as dead.
        case heartbeatPatienceMilliseconds
        /// 1: subscriptions are received but have no effect until ``Socket/subscribe(_:)-(_)`` applies them.
        case manualSubscriptions
        /// 1: sending to a peer of a router that has gone, or whose queue is full, says so; otherwise it is dropped.
        case toldOfUndeliverable
        /// 1: this end decides by keys who may connect.
        case isCurveServer

        var number: Int32 {
            switch self {
            case .sendHighWater: ZMQ_SNDHWM
            case .receiveHighWater: ZMQ_RCVHWM
            case .lingerMilliseconds: ZMQ_LINGER
            case .reconnectMilliseconds: ZMQ_RECONNECT_IVL
            case .longestReconnectMilliseconds: ZMQ_RECONNECT_IVL_MAX
            case .onlyConnected: ZMQ_IMMEDIATE
            case .largestFrameBytes: ZMQ_MAXMSGSIZE
            case .handshakeMilliseconds: ZMQ_HANDSHAKE_IVL
            case .backlog: ZMQ_BACKLOG
            case .heartbeatMilliseconds: ZMQ_HEARTBEAT_IVL
            case .heartbeatPatienceMilliseconds: ZMQ_HEARTBEAT_TIMEOUT
            case .manualSubscriptions: ZMQ_XPUB_MANUAL
            case .toldOfUndeliverable: ZMQ_ROUTER_MANDATORY
            case .isCurveServer: ZMQ_CURVE_SERVER
            }
        }
    }

    /// Options with text as values; set before binding or connecting.
    public enum TextOption: Sendable {
        /// Who connects is judged by the ``Gatekeeper`` of the context, and told apart by this name.
        case gateName
        /// The own public key.
        case publicKey
        /// The own secret key.
        case secretKey
        /// The public key of the server that is connected to.
        case serverKey

        var number: Int32 {
            switch self {
            case .gateName: ZMQ_ZAP_DOMAIN
            case .publicKey: ZMQ_CURVE_PUBLICKEY
            case .secretKey: ZMQ_CURVE_SECRETKEY
            case .serverKey: ZMQ_CURVE_SERVERKEY
            }
        }
    }

    /// Sets an option; most must be set before binding or connecting.
    public func set(_ option: Option, _ value: Int) throws(ZeroMQError) {
        // The one option that is 64 bits wide.
        let status: Int32
        if case .largestFrameBytes = option {
            var wide = Int64(value)
            status = zmq_setsockopt(handle, option.number, &wide, MemoryLayout.size(ofValue: wide))
        } else {
            var narrow = Int32(clamping: value)
            status = zmq_setsockopt(handle, option.number, &narrow, MemoryLayout.size(ofValue: narrow))
        }
        guard status == 0 else { throw ZeroMQError("set the option \(option)") }
    }

    /// Sets an option that is text. The text is in no error: it may be a secret.
    public func set(_ option: TextOption, _ text: String) throws(ZeroMQError) {
        guard zmq_setsockopt(handle, option.number, text, text.utf8.count) == 0 else {
            throw ZeroMQError("set the option \(option)")
        }
    }

    /// Lets only peers in that know this server's public key and show one of their own.
    public func serve(with keys: CurveKeyPair) throws(ZeroMQError) {
        try set(.isCurveServer, 1)
        try set(.secretKey, keys.secretKey)
    }

    /// Shows these keys to a server that must be the one with this public key.
    public func authenticate(with keys: CurveKeyPair, to server: CurveKey) throws(ZeroMQError) {
        try set(.serverKey, server.text)
        try set(.publicKey, keys.publicKey.text)
        try set(.secretKey, keys.secretKey)
    }
}
