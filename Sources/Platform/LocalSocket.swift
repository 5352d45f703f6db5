import CPlatform
import Glibc

/// Checks whether a program listens on a socket, without sending anything.
package enum LocalSocket {
    /// `nil` if a connection to the Unix-domain socket was accepted, else why not.
    package static func problem(path: String) -> String? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return reason() }
        defer { close(descriptor) }
        guard let address = UnixSocketAddress(path: path) else { return "the path is too long" }
        return address.connect(descriptor) ? nil : reason()
    }

    /// `nil` if a connection to a TCP port of this machine was accepted, else why not.
    package static func problem(localPort port: UInt16) -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return reason() }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? nil : reason()
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
