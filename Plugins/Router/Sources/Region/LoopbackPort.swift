import Glibc
import Platform

/// A port of the loopback address that stays reserved for a child until this object is released.
///
/// The socket is bound but does not listen, so that a program that allows the reuse of addresses, as libzmq does, can listen there.
final class LoopbackPort: Sendable {
    let number: UInt16
    private let descriptor: Int32

    /// Reserves a port.
    ///
    /// - Parameter wanted: The port; 0 for any free one.
    init(_ wanted: UInt16 = 0) throws(SystemError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(operation: "make a socket") }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let fd = descriptor
        guard Self.withAddress(port: wanted, { bind(fd, $0, $1) }) == 0 else {
            let code = errno
            close(descriptor)
            throw SystemError(operation: "use port \(wanted) of 127.0.0.1", code: code)
        }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &length) }
        }
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Whether a program listens at the port.
    var isListening: Bool {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0 else { return false }
        defer { close(client) }
        return Self.withAddress(port: number) { connect(client, $0, $1) } == 0
    }

    private static func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
