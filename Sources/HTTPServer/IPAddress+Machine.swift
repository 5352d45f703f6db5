import Glibc

extension IPAddress {
    /// The addresses at which other machines can reach this one: that of the route to the internet first, then those of
    /// devices, then those of virtual networks, such as of containers.
    package static func ofThisMachine() -> [IPAddress] {
        let known = ofInterfaces()
        let first = ofNetworks().filter { known.map(\.address).contains($0) }
        let others = known.filter { !first.contains($0.address) }
        return first + others.filter(\.isOfDevice).map(\.address) + others.filter { !$0.isOfDevice }.map(\.address)
    }

    /// The IPv4 addresses that other machines most likely use: not those of virtual networks. IPv6 addresses are absent,
    /// since they change from day to day.
    package static func ofNetworks() -> [IPAddress] {
        let outward = [ofRoute()].compactMap(\.self)
        return outward
            + ofInterfaces().filter { $0.isOfDevice && !$0.address.isIPv6 && !outward.contains($0.address) }
            .map(\.address)
    }

    /// The IPv4 address from which this machine reaches the internet; `nil` without a route to it. Nothing is sent.
    private static func ofRoute() -> IPAddress? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(9).bigEndian
        // An address for documentation (RFC 5737).
        name.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutableBytes(of: &name) { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                connect(descriptor, base, length) == 0, getsockname(descriptor, base, &length) == 0
            else { return nil }
            return IPAddress(socketAddress: base).flatMap { $0.isReachedByOthers ? $0 : nil }
        }
    }

    private static func ofInterfaces() -> [(address: IPAddress, isOfDevice: Bool)] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [(IPAddress, Bool)] = []
        var next = first
        while let network = next?.pointee {
            next = network.ifa_next
            guard network.ifa_flags & UInt32(IFF_UP) != 0, let socketAddress = network.ifa_addr else { continue }
            if let address = IPAddress(socketAddress: socketAddress), address.isReachedByOthers {
                let path = "/sys/class/net/\(String(cString: network.ifa_name))/device"
                addresses.append((address, access(path, F_OK) == 0))
            }
        }
        return addresses
    }

    /// Whether it is neither a loopback, an unspecified nor a link-local address (`fe80::…`).
    private var isReachedByOthers: Bool {
        !isLoopback && !isUnspecified && !(isIPv6 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
    }
}
