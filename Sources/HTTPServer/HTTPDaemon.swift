package import CMicroHTTPD
import Glibc

/// Answers the requests of an ``HTTPDaemon``, on its thread.
package protocol HTTPDaemonHandler: AnyObject {
    /// Handles a request: once with its headers, once for each part of its body, and once more at its end.
    ///
    /// - Parameters:
    ///   - connection: The connection of libmicrohttpd.
    ///   - method: The method ("GET").
    ///   - path: The decoded path, without the query.
    ///   - body: The part of the body; `nil` for the headers and at the end.
    ///   - state: A value of the handler for this request, `nil` at first.
    /// - Returns: `NO` to close the connection. At the end of the request, a response must be queued, or the connection
    ///   suspended.
    func answer(
        _ connection: OpaquePointer, _ method: String, _ path: String, body: UnsafeRawBufferPointer?,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result

    /// Releases the state of a request, which has ended in any way.
    func completed(_ connection: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?)
}

/// An HTTP server of libmicrohttpd, which its owner runs on one thread together with other waits.
package final class HTTPDaemon {
    private static let sweepSeconds = 1.0

    /// Handles the requests; without it, connections are closed.
    package weak var handler: (any HTTPDaemonHandler)?
    /// A descriptor that is readable when ``run(at:)`` has something to do.
    package var descriptor: Int32 { navbus_mhd_epoll(daemon) }
    private let daemon: OpaquePointer
    private let box: HTTPDaemonBox
    private var clients: ConnectionTable
    private var nextSweep = 0.0
    private var isStopped = false

    /// Starts the server; `nil` if libmicrohttpd does not start.
    ///
    /// - Parameters:
    ///   - socket: The listening socket, which is closed with the server.
    ///   - limits: The limits of the connections.
    ///   - identity: The key and the certificate of a server with TLS; `nil` for one without.
    package init?(_ socket: ListenSocket, _ limits: ConnectionLimits, identity: TLSIdentity? = nil) {
        let box = HTTPDaemonBox()
        var setup = navbus_mhd_setup()
        setup.listen_socket = socket.descriptor
        setup.most_connections = UInt32(clamping: limits.maxTotal)
        setup.most_connections_per_address = UInt32(clamping: limits.maxPerAddress)
        setup.timeout_seconds = UInt32(clamping: limits.maxSilenceSeconds)
        setup.connection_memory_bytes = limits.connectionBytes
        setup.closure = Unmanaged.passUnretained(box).toOpaque()
        setup.answer = { closure, connection, path, method, _, body, count, state in
            guard let connection, let path, let method, let count, let state,
                let handler = HTTPDaemonBox.daemon(closure)?.handler
            else { return .NO }
            let part = body.map { UnsafeRawBufferPointer(start: $0, count: count.pointee) }
            count.pointee = 0
            return handler.answer(connection, String(cString: method), String(cString: path), body: part, state)
        }
        setup.completed = { closure, connection, state, _ in
            guard let connection else { return }
            HTTPDaemonBox.daemon(closure)?.completed(connection, state)
        }
        setup.connected = { closure, connection, context, what in
            guard let connection, let context else { return }
            HTTPDaemonBox.daemon(closure)?.connected(connection, context, what)
        }
        guard let daemon = Self.start(&setup, identity) else { return nil }
        self.daemon = daemon
        self.box = box
        clients = ConnectionTable(limits)
        box.daemon = self
    }

    deinit { stop() }

    /// TLS 1.2 and 1.3 with forward secrecy and authenticated encryption, as every browser of the last ten years has.
    private static let priorities =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:+AES-128-GCM:"
        + "+AES-256-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD:%SERVER_PRECEDENCE"

    private static func start(_ setup: inout navbus_mhd_setup, _ identity: TLSIdentity?) -> OpaquePointer? {
        guard let identity else { return navbus_mhd_start(&setup) }
        return identity.key.withCString { key in
            identity.certificates.withCString { certificates in
                priorities.withCString { priorities in
                    (setup.key, setup.certificates, setup.priorities) = (key, certificates, priorities)
                    return navbus_mhd_start(&setup)
                }
            }
        }
    }

    /// The seconds until ``run(at:)`` must be called even if the descriptor is not readable.
    package func timeoutSeconds(at now: Double) -> Double {
        // At its limit, libmicrohttpd does not accept connections; it continues when it is run again.
        if clients.hasFreeSlot { return 0 }
        var milliseconds: UInt64 = 0
        let own = MHD_get_timeout(daemon, &milliseconds) == .YES ? Double(milliseconds) / 1000 : .infinity
        return clients.isEmpty ? own : min(own, max(nextSweep - now, 0))
    }

    /// Handles what has arrived, and closes the connections that have exceeded their time limit.
    ///
    /// - Parameter now: Seconds of the monotonic clock.
    package func run(at now: Double) {
        if now >= nextSweep {
            nextSweep = now + Self.sweepSeconds
            for client in clients.overdue(at: now) { shutdown(client.descriptor, Int32(SHUT_RDWR)) }
        }
        clients.hasFreeSlot = false
        MHD_run(daemon)
    }

    /// Closes all connections and the port. No connection may be suspended.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        MHD_stop_daemon(daemon)
    }

    /// Notes the state of a connection, which has a time limit.
    package func change(_ connection: OpaquePointer, to state: ClientConnection.State) {
        navbus_mhd_socket_context(connection).map {
            Unmanaged<ClientConnection>.fromOpaque($0).takeUnretainedValue()
        }?.change(to: state, at: Self.now)
    }

    /// The address of the client, for limits.
    package static func limitAddress(of connection: OpaquePointer) -> IPAddress? {
        navbus_mhd_client(connection).flatMap { IPAddress(socketAddress: $0)?.limitAddress }
    }

    /// The monotonic clock, in seconds.
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func completed(_ connection: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
        handler?.completed(connection, state)
        change(connection, to: .idle)
    }

    private func connected(
        _ connection: OpaquePointer, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ what: MHD_ConnectionNotificationCode
    ) {
        if navbus_mhd_is_begun(what) {
            let now = Self.now
            let client = ClientConnection(
                navbus_mhd_socket(connection), from: Self.limitAddress(of: connection), at: now)
            context.pointee = Unmanaged.passUnretained(client).toOpaque()
            if let other = clients.add(client, at: now) { shutdown(other.descriptor, Int32(SHUT_RDWR)) }
        } else if let known = context.pointee {
            clients.remove(Unmanaged<ClientConnection>.fromOpaque(known).takeUnretainedValue())
            context.pointee = nil
        }
    }
}

/// The context of the callbacks, with a weak reference to the daemon, which is created later.
private final class HTTPDaemonBox {
    weak var daemon: HTTPDaemon?

    static func daemon(_ closure: UnsafeMutableRawPointer?) -> HTTPDaemon? {
        closure.flatMap { Unmanaged<HTTPDaemonBox>.fromOpaque($0).takeUnretainedValue().daemon }
    }
}
