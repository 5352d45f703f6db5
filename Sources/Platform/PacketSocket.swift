import CPlatform
import Glibc

/// A Unix-domain socket for packets, which may carry a descriptor each. It never waits, and closes when it is released.
package final class PacketSocket: Sendable {
    /// The descriptor, for waiting.
    package let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    // MARK: - Connecting

    /// Connects to a path.
    ///
    /// - Throws: ``SystemError`` if nobody listens there, or many wait already.
    package init(connecting path: String) throws(SystemError) {
        descriptor = navbus_packet_socket(path, 1)
        guard descriptor >= 0 else { throw SystemError(operation: "connect to \(path)") }
    }

    /// Listens at a path, where there must be nothing, for this user and the group of its folder.
    package init(listening path: String, backlog: Int32) throws(SystemError) {
        descriptor = navbus_packet_socket(path, 0)
        guard descriptor >= 0 else { throw SystemError(operation: "listen at \(path)") }
        guard chmod(path, 0o660) == 0, listen(descriptor, backlog) == 0 else {
            throw SystemError(operation: "listen at \(path)")
        }
    }

    /// The next connection; `nil` if none waits.
    package func accept() -> PacketSocket? {
        let accepted = navbus_accept(descriptor)
        return accepted >= 0 ? PacketSocket(accepted) : nil
    }

    /// Process and user at the other end when the connection was made, according to the kernel.
    package var peer: (process: Int32, user: UInt32)? {
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return (credentials.0, credentials.1)
    }

    /// Ends the connection for both sides. The descriptor stays open.
    package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    // MARK: - Packets

    /// Sends a packet; `false` if the peer has gone, or does not read its packets.
    package func send(_ bytes: UnsafeRawBufferPointer, descriptor sent: Int32? = nil) -> Bool {
        navbus_send_packet(descriptor, bytes.baseAddress, bytes.count, sent ?? -1) == bytes.count
    }

    /// The outcome of an attempt to receive a packet.
    package enum Received {
        /// A packet that begins with so many of the bytes, and its descriptor, which the receiver closes.
        case packet(Int, descriptor: Int32?)
        /// None waits.
        case nothing
        /// The connection has ended.
        case ended
    }

    /// Receives a packet.
    package func receive(into bytes: UnsafeMutableRawBufferPointer) -> Received {
        var received: Int32 = -1
        let count = navbus_receive_packet(descriptor, bytes.baseAddress, bytes.count, &received)
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
        return count > 0 ? .packet(count, descriptor: received >= 0 ? received : nil) : .ended
    }
}
