import Glibc
package import NavigationControl

/// The address and port of the server.
package struct ListenAddress: Hashable, Sendable {
    /// The text of the setting.
    package let text: String
    /// The address.
    package let address: IPAddress
    /// The port; 0 for any free one.
    package let port: UInt16

    /// Parses the setting `listen`.
    package init(setting written: String) throws(SettingsError) {
        guard let parts = Self.parts(written),
            let address = IPAddress(parts.host == "localhost" ? "127.0.0.1" : parts.host),
            let port = UInt16(parts.port), parts.port.utf8.first != UInt8(ascii: "+")
        else {
            throw .invalid(
                key: "listen", value: "\"\(written)\"",
                reason: "it must be an address and a port, such as 127.0.0.1:8960, [::1]:8960, or 0.0.0.0:8960 for all "
                    + "networks of this machine")
        }
        text = written
        self.address = address
        self.port = port
    }

    /// Whether only this machine can connect.
    package var isLoopback: Bool { address.isLoopback }

    /// The URL of the page, for other machines too if they can connect.
    ///
    /// - Parameters:
    ///   - port: The open port.
    ///   - isSecure: Whether the server uses TLS.
    ///   - addresses: The addresses of this machine for others.
    package func url(
        port: UInt16, isSecure: Bool = false, among addresses: [IPAddress] = IPAddress.ofThisMachine()
    ) -> String {
        let reached = reached(among: addresses)
        let best = reached.first { !$0.isIPv6 } ?? reached.first
        return Self.url(best?.textInURL ?? (address.isIPv6 ? "[::1]" : "127.0.0.1"), port, isSecure: isSecure)
    }

    /// The addresses at which the server can be reached.
    ///
    /// - Parameter addresses: The addresses of this machine for others.
    package func reached(among addresses: [IPAddress] = IPAddress.ofThisMachine()) -> [IPAddress] {
        guard address.isUnspecified else { return [address] }
        // The unspecified IPv6 address includes IPv4.
        return addresses.filter { address.isIPv6 || !$0.isIPv6 }
    }

    /// The URL of a page.
    package static func url(_ host: String, _ port: UInt16, isSecure: Bool) -> String {
        "\(isSecure ? "https" : "http")://\(host):\(port)/"
    }

    private static func parts(_ text: String) -> (host: String, port: String)? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        if host.hasPrefix("["), host.hasSuffix("]") { return (String(host.dropFirst().dropLast()), String(port)) }
        return host.contains(":") ? nil : (String(host), String(port))
    }
}

/// The listening socket of the server.
package struct ListenSocket {
    /// The maximum number of connections that wait to be accepted.
    private static let backlog: Int32 = 64
    /// The send buffer of a connection, about twenty states.
    private static let sendBufferBytes: Int32 = 65_536

    package let descriptor: Int32
    /// The port that is open.
    package let port: UInt16

    /// Opens the socket.
    package init(_ listen: ListenAddress) throws(SettingsError) {
        descriptor = socket(
            listen.address.isIPv6 ? AF_INET6 : AF_INET,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw Self.refusal(listen, errno) }
        // After a restart, the port must be free at once despite connections in the state TIME_WAIT.
        Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        Self.set(descriptor, SOL_SOCKET, SO_SNDBUF, Self.sendBufferBytes)
        Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        if listen.address.isIPv6 {
            Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, listen.address.isUnspecified ? 0 : 1)
        }
        guard Self.bind(descriptor, listen) == 0, Glibc.listen(descriptor, Self.backlog) == 0 else {
            let failure = errno
            close(descriptor)
            throw Self.refusal(listen, failure)
        }
        port = Self.port(of: descriptor)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        // The socket works without an option that the system does not support.
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func bind(_ descriptor: Int32, _ listen: ListenAddress) -> Int32 {
        if listen.address.isIPv6 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = listen.port.bigEndian
            withUnsafeMutableBytes(of: &name.sin6_addr) { $0.copyBytes(from: listen.address.bytes) }
            return bind(descriptor, &name)
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = listen.port.bigEndian
        withUnsafeMutableBytes(of: &name.sin_addr) { $0.copyBytes(from: listen.address.bytes) }
        return bind(descriptor, &name)
    }

    private static func bind<Name>(_ descriptor: Int32, _ name: inout Name) -> Int32 {
        withUnsafeBytes(of: &name) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return Glibc.bind(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        // The port has the same offset in IPv4 and IPv6 addresses.
        var name = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutableBytes(of: &name) { bytes in
            bytes.baseAddress.map { getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) }
        }
        return UInt16(bigEndian: name.sin6_port)
    }

    private static func refusal(_ listen: ListenAddress, _ code: Int32) -> SettingsError {
        let reason =
            switch code {
            case EADDRINUSE:
                "another program uses port \(listen.port) already (`ss -ltnp` shows it); end it, or choose another port"
            case EADDRNOTAVAIL:
                "this machine does not have this address (`ip address` lists them); 0.0.0.0 stands for all of them"
            case EACCES: "only root may open port \(listen.port); choose one from 1024 on"
            case EAFNOSUPPORT: "this machine has no IPv6; choose an address such as 127.0.0.1"
            default: "it cannot be opened: \(String(cString: strerror(code)))"
            }
        return .invalid(key: "listen", value: "\"\(listen.text)\"", reason: reason)
    }
}
