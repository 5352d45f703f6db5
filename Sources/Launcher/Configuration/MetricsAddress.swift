/// A port on a loopback address: `127.0.0.1:9464`.
package struct MetricsAddress: CustomStringConvertible {
    package static let loopback4 = "127.0.0.1"
    package static let loopback6 = "[::1]"
    /// The default: exporters for Prometheus usually use ports from 9100.
    package static let metrics = MetricsAddress(host: loopback4, port: 9464)

    /// ``loopback4`` or ``loopback6``.
    package let host: String
    package let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; throws if other machines could reach the address, since they are not authenticated.
    package init(_ text: String) throws(MetricsAddressError) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw MetricsAddressError(description: "\"\(text)\" is no address and port; write 127.0.0.1:9464")
        }
        switch text[..<colon] {
        case Self.loopback4, "localhost": host = Self.loopback4
        case Self.loopback6: host = Self.loopback6
        default:
            throw MetricsAddressError(
                description:
                    "other machines could reach \"\(text)\"; listen at 127.0.0.1 or [::1], and use a proxy with "
                    + "authentication for other machines")
        }
        self.port = port
    }

    /// Another port of the same address.
    package func at(port: UInt16) -> MetricsAddress { MetricsAddress(host: host, port: port) }

    package var description: String { "\(host):\(port)" }
}

/// A text is no address that may be listened at. The description is complete, for people.
package struct MetricsAddressError: Error, CustomStringConvertible {
    package let description: String
}
