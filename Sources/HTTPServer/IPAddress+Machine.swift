import Glibc

extension IPAddress {
    /// The addresses at which other machines can reach this one, in the order of its interfaces.
    package static func ofThisMachine() -> [IPAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [IPAddress] = []
        var next = first
        while let network = next?.pointee {
            next = network.ifa_next
            guard network.ifa_flags & UInt32(IFF_UP) != 0, let socketAddress = network.ifa_addr else { continue }
            if let address = IPAddress(socketAddress: socketAddress), address.isReachedByOthers {
                addresses.append(address)
            }
        }
        return addresses
    }

    /// Whether it is neither a loopback, an unspecified nor a link-local address (`fe80::…`).
    private var isReachedByOthers: Bool {
        !isLoopback && !isUnspecified && !(isIPv6 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
    }
}
