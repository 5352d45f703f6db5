import CPlatform
import Glibc

/// A Unix-domain socket for datagrams. Neither sending nor receiving waits.
package final class UnixDatagramSocket: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Binds a socket to a path, in place of an earlier one. Only this user and root may send to it.
    ///
    /// - Returns: `nil` if the path cannot be used.
    package init?(path: String) {
        guard let address = UnixSocketAddress(path: path), let descriptor = Self.open() else { return nil }
        self.descriptor = descriptor
        self.path = path
        unlink(path)
        guard address.withAddress({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Removes the path, so that nothing more is received.
    package func remove() { unlink(path) }

    /// The oldest datagram that waits; `nil` if there is none. A larger one than `maxBytes` is dropped.
    package func receive(maxBytes: Int) -> [UInt8]? {
        while true {
            var size = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
                size = recv(descriptor, buffer.baseAddress, maxBytes, Int32(MSG_DONTWAIT | MSG_TRUNC))
                count = max(0, min(size, maxBytes))
            }
            if size < 0 { return nil }
            if size <= maxBytes { return bytes }
        }
    }

    /// Sends a datagram to the socket at a path; one that begins with `@` is abstract. Errors are ignored, since the receiver may
    /// have ended.
    package static func send(_ bytes: [UInt8], to path: String) {
        guard let address = UnixSocketAddress(path: path), let descriptor = open() else { return }
        defer { close(descriptor) }
        address.withAddress {
            _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, $1)
        }
    }

    private static func open() -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        return descriptor >= 0 ? descriptor : nil
    }
}
