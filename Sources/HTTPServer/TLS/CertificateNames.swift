import Glibc

/// The names and addresses of a certificate, under which browsers may reach the server.
package struct CertificateNames: Hashable, Sendable {
    /// The maximum number of names: addresses of networks that were left stay in the certificate.
    private static let maxCount = 32

    /// The host names, in lower case.
    package var hosts: Set<String>
    /// The addresses.
    package var addresses: Set<IPAddress>

    package init(hosts: Set<String> = [], addresses: Set<IPAddress> = []) {
        self.hosts = hosts
        self.addresses = addresses
    }

    /// The names of a server on this machine.
    ///
    /// - Parameters:
    ///   - listen: The address at which the server listens.
    ///   - names: Further host names of this machine.
    package static func ofServer(at listen: ListenAddress, names: Set<String>) -> CertificateNames {
        var hosts = names.union(["localhost"])
        if let host = hostName() { hosts.insert(host) }
        let loopback = ["127.0.0.1", "::1"].compactMap { IPAddress($0) }
        return CertificateNames(
            hosts: hosts,
            addresses: Set(loopback + (listen.address.isUnspecified ? IPAddress.ofNetworks() : [listen.address])))
    }

    /// Whether it contains all names of another one.
    package func covers(_ other: CertificateNames) -> Bool {
        hosts.isSuperset(of: other.hosts) && addresses.isSuperset(of: other.addresses)
    }

    /// These names, and those of an older certificate as far as there is room: a machine that returns to a network needs
    /// no other certificate.
    package func joined(with older: CertificateNames) -> CertificateNames {
        var all = self
        for host in older.hosts.sorted() where all.count < Self.maxCount { all.hosts.insert(host) }
        for address in older.addresses.sorted(by: { $0.text < $1.text }) where all.count < Self.maxCount {
            all.addresses.insert(address)
        }
        return all
    }

    private var count: Int { hosts.count + addresses.count }

    private static func hostName() -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
        return HostName.isName(name) ? name : nil
    }
}
