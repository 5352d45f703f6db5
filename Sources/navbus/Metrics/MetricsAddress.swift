import ArgumentParser

/// A port on a loopback address: `127.0.0.1:9464`.
struct MetricsAddress: CustomStringConvertible {
    static let loopback4 = "127.0.0.1"
    static let loopback6 = "[::1]"
    /// The default: exporters for Prometheus usually use ports from 9100.
    static let metrics = MetricsAddress(host: loopback4, port: 9464)

    /// ``loopback4`` or ``loopback6``.
    let host: String
    let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; throws if other machines could reach the address, since they are not authenticated.
    init(_ text: String) throws {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError("\"\(text)\" is no address and port; write 127.0.0.1:9464")
        }
        switch text[..<colon] {
        case Self.loopback4, "localhost": host = Self.loopback4
        case Self.loopback6: host = Self.loopback6
        default:
            throw ValidationError(
                "other machines could reach \"\(text)\"; listen at 127.0.0.1 or [::1], and use a proxy with "
                    + "authentication for other machines")
        }
        self.port = port
    }

    /// Another port of the same address.
    func at(port: UInt16) -> MetricsAddress { MetricsAddress(host: host, port: port) }

    var description: String { "\(host):\(port)" }
}
