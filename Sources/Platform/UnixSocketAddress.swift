import CPlatform
import Glibc

/// The address of a Unix-domain socket: its path, or `@` and an abstract name.
package struct UnixSocketAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// `nil` if it is too long.
    package init?(path: String) {
        var bytes = Array(path.utf8)
        guard let first = bytes.first, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        let isAbstract = first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    }

    /// Connects a socket; `false` with `errno` set if that fails.
    package func connect(_ descriptor: Int32) -> Bool { withAddress { Glibc.connect(descriptor, $0, $1) } == 0 }

    /// Lends the address to a call such as `bind`.
    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
