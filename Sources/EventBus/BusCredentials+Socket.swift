import Access
import ZeroMQ

extension BusCredentials {
    /// Milliseconds between ZeroMQ heartbeats over TCP, and without an answer until a peer counts as dead.
    static let heartbeatMilliseconds = 1000
    static let heartbeatTimeoutMilliseconds = 1500
    /// Milliseconds that the handshake of a peer may take.
    static let handshakeMilliseconds = 2000

    /// Prepares the socket of a client for a connection to this endpoint: over TCP with the given keys, or those of the
    /// environment.
    static func prepare(_ socket: Socket, for endpoint: String, _ credentials: BusCredentials?) throws(BusError) {
        guard try Endpoint(endpoint).path == nil else { return }
        let own: BusCredentials? = if let credentials { credentials } else { try known() }
        guard let credentials = own else {
            throw .badEndpoint(
                endpoint,
                reason: "over TCP a bus accepts only clients with keys; give a key file and the key of the bus "
                    + "(--key, --bus-key, or NAVBUS_KEY and NAVBUS_BUS_KEY)")
        }
        try transport { () throws(ZeroMQError) in
            try socket.authenticate(with: credentials.own, to: credentials.bus)
            try socket.set(.heartbeatMilliseconds, heartbeatMilliseconds)
            try socket.set(.heartbeatTimeoutMilliseconds, heartbeatTimeoutMilliseconds)
            try socket.set(.handshakeMilliseconds, handshakeMilliseconds)
        }
    }

    private static func known() throws(BusError) -> BusCredentials? {
        do {
            return try environment()
        } catch {
            throw .keys(error)
        }
    }
}
