import CZeroMQ
import Glibc

extension Socket {
    /// Options with whole numbers as values.
    public enum Option: Sendable {
        /// Maximum number of messages queued for one peer before they are dropped (publisher) or refused.
        case sendHighWater
        /// Maximum number of messages queued from one peer.
        case receiveHighWater
        /// Milliseconds for which closing waits for unsent messages.
        case lingerMilliseconds
        /// Milliseconds between attempts to connect.
        case reconnectMilliseconds
        /// Maximum milliseconds between attempts to connect; 0 keeps the interval constant.
        case maxReconnectMilliseconds
        /// 1: messages are queued only for connected peers.
        case onlyConnected
        /// Maximum bytes of a frame of a peer. A larger one ends its connection.
        case maxFrameBytes
        /// Maximum milliseconds of a handshake. A longer one ends the connection.
        case handshakeMilliseconds
        /// Maximum number of connections that wait to be accepted.
        case backlog
        /// Milliseconds between heartbeats over an idle connection.
        case heartbeatMilliseconds
        /// Milliseconds without an answer to a heartbeat after which the connection counts as dead.
        case heartbeatTimeoutMilliseconds
        /// 1: subscriptions are received but have no effect until ``Socket/subscribe(_:)-(_)`` applies them.
        case manualSubscriptions
        /// 1: a router reports a message to a peer that has gone or whose queue is full; otherwise the message is
        /// dropped.
        case routerMandatory
        /// 1: this end is the server of CURVE and checks keys.
        case isCurveServer

        var number: Int32 {
            switch self {
            case .sendHighWater: ZMQ_SNDHWM
            case .receiveHighWater: ZMQ_RCVHWM
            case .lingerMilliseconds: ZMQ_LINGER
            case .reconnectMilliseconds: ZMQ_RECONNECT_IVL
            case .maxReconnectMilliseconds: ZMQ_RECONNECT_IVL_MAX
            case .onlyConnected: ZMQ_IMMEDIATE
            case .maxFrameBytes: ZMQ_MAXMSGSIZE
            case .handshakeMilliseconds: ZMQ_HANDSHAKE_IVL
            case .backlog: ZMQ_BACKLOG
            case .heartbeatMilliseconds: ZMQ_HEARTBEAT_IVL
            case .heartbeatTimeoutMilliseconds: ZMQ_HEARTBEAT_TIMEOUT
            case .manualSubscriptions: ZMQ_XPUB_MANUAL
            case .routerMandatory: ZMQ_ROUTER_MANDATORY
            case .isCurveServer: ZMQ_CURVE_SERVER
            }
        }
    }

    /// Options with text as values; set before binding or connecting.
    public enum TextOption: Sendable {
        /// The ZAP domain of the socket: the ``ZAPHandler`` of the context decides about its peers, and gets this name.
        case zapDomain
        /// The public key of this end.
        case publicKey
        /// The secret key of this end.
        case secretKey
        /// The public key of the server that is connected to.
        case serverKey

        var number: Int32 {
            switch self {
            case .zapDomain: ZMQ_ZAP_DOMAIN
            case .publicKey: ZMQ_CURVE_PUBLICKEY
            case .secretKey: ZMQ_CURVE_SECRETKEY
            case .serverKey: ZMQ_CURVE_SERVERKEY
            }
        }
    }

    /// Sets an option. Most options must be set before binding or connecting.
    public func set(_ option: Option, _ value: Int) throws(ZeroMQError) {
        // Only this option has 64 bits.
        let status: Int32
        if case .maxFrameBytes = option {
            var wide = Int64(value)
            status = zmq_setsockopt(handle, option.number, &wide, MemoryLayout.size(ofValue: wide))
        } else {
            var narrow = Int32(clamping: value)
            status = zmq_setsockopt(handle, option.number, &narrow, MemoryLayout.size(ofValue: narrow))
        }
        guard status == 0 else { throw ZeroMQError("set the option \(option)") }
    }

    /// Sets an option with text. No error contains the text: it may be a secret.
    public func set(_ option: TextOption, _ text: String) throws(ZeroMQError) {
        guard zmq_setsockopt(handle, option.number, text, text.utf8.count) == 0 else {
            throw ZeroMQError("set the option \(option)")
        }
    }

    /// Accepts only peers that know the public key of this server and show one of their own.
    public func serve(with keys: CurveKeyPair) throws(ZeroMQError) {
        try set(.isCurveServer, 1)
        try set(.secretKey, keys.secretKey)
    }

    /// Shows these keys to a server, which must have this public key.
    public func authenticate(with keys: CurveKeyPair, to server: CurveKey) throws(ZeroMQError) {
        try set(.serverKey, server.text)
        try set(.publicKey, keys.publicKey.text)
        try set(.secretKey, keys.secretKey)
    }
}
