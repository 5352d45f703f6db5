import Glibc

/// Free TCP ports of the loopback address for servers of tests.
///
/// They lie below the ports that the kernel gives to outgoing connections: another test could get such a port before its
/// server has started.
public enum FreePort {
    private static let range = 20_000..<32_000
    private static let maxTries = 10_000

    /// There is no free port.
    public struct NoneLeft: Error, CustomStringConvertible {
        /// For people.
        public let description = "no free port from \(range.lowerBound) to \(range.upperBound - 1)"
    }

    /// A port that no program uses now.
    public static func next() throws(NoneLeft) -> UInt16 {
        for _ in 0..<maxTries {
            let port = UInt16(Int.random(in: range))
            if isFree(port) { return port }
        }
        throw NoneLeft()
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
