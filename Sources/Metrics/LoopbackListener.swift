import Launcher
import Glibc

/// A listening TCP socket on a loopback address.
final class LoopbackListener: Sendable {
    let descriptor: Int32
    /// The address with the actual port, also if port 0 was requested.
    let address: MetricsAddress

    init(_ wanted: MetricsAddress) throws(ListenFailure) {
        let isSix = wanted.host == MetricsAddress.loopback6
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(isSix ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else {
            address = wanted
            throw ListenFailure(address: wanted, number: errno)
        }
        // The port can be used again as soon as the previous process has ended.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let port = isSix ? Self.bind6(descriptor, wanted.port) : Self.bind4(descriptor, wanted.port)
        guard let port, listen(descriptor, SOMAXCONN) == 0 else {
            address = wanted
            throw ListenFailure(address: wanted, number: errno)
        }
        address = wanted.at(port: port)
    }

    deinit { close(descriptor) }

    /// Stops listening; a pending `accept` or `poll` returns.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Binds to an IPv4 address; returns the port, `nil` if the system refuses.
    private static func bind4(_ descriptor: Int32, _ port: UInt16) -> UInt16? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return isBound(descriptor, &address) ? UInt16(bigEndian: address.sin_port) : nil
    }

    private static func bind6(_ descriptor: Int32, _ port: UInt16) -> UInt16? {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return isBound(descriptor, &address) ? UInt16(bigEndian: address.sin6_port) : nil
    }

    /// Binds to the address and reads back the actual one.
    private static func isBound<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        var size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
    }
}

/// The server cannot listen. The description completes "failed to …".
package struct ListenFailure: Error, CustomStringConvertible {
    let address: MetricsAddress
    /// The system's error number.
    let number: Int32

    package var description: String {
        "listen at \(address): \(String(cString: strerror(number))); name another port with --listen"
    }
}
