import ArgumentParser

/// A port on a loopback address: `127.0.0.1:9464`.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    static let loopback4 = "127.0.0.1"
    static let loopback6 = "[::1]"
    /// Where exporters of metrics usually listen.
    static let metrics = ListenAddress(host: loopback4, port: 9464)

    /// ``loopback4`` or ``loopback6``.
    let host: String
    let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; `nil` for anything that other machines could reach, since nobody here asks who they are.
    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), let port = UInt16(argument[argument.index(after: colon)...])
        else { return nil }
        switch argument[..<colon] {
        case Self.loopback4, "localhost": host = Self.loopback4
        case Self.loopback6: host = Self.loopback6
        default: return nil
        }
        self.port = port
    }

    var description: String { "\(host):\(port)" }
    var defaultValueDescription: String { description }
}
