import HTTPServer
import NavigationControl

/// The origins whose pages may read the state by script (CORS). By default no page but that of this server may.
///
/// A response names an origin of the setting or none: never `*`, and no origin only because a request contains it. It
/// permits no cookies, so a page of another origin must know the token.
struct AllowedOrigins: Hashable, Sendable {
    /// The headers of the response to a preflight. A script that reads the events without `EventSource` sends the same
    /// headers as an event source.
    static let preflightHeaders = [
        ("Access-Control-Allow-Methods", "GET, HEAD"),
        ("Access-Control-Allow-Headers", "Authorization, Cache-Control, Last-Event-ID"),
        ("Access-Control-Max-Age", "600"),
    ]

    private let origins: Set<String>

    /// No origins.
    init() { origins = [] }

    /// Reads the setting.
    ///
    /// - Throws: ``SettingsError`` for a text that no browser sends as an origin.
    init(_ setting: [String]) throws(SettingsError) {
        let origins = setting.map { $0.lowercased() }
        for origin in origins {
            guard let reason = Self.fault(of: origin) else { continue }
            throw .invalid(key: "allowedOrigins", value: "\"\(origin)\"", reason: reason)
        }
        self.origins = Set(origins)
    }

    /// The allowed origin of a request; `nil` if it has another one, none, or several. The page itself and the login are
    /// for no other origin.
    func origin(of request: BrowserRequest) -> String? {
        guard request.path != "/", request.origins.count == 1, let origin = request.origins.first else { return nil }
        return origins.contains(origin) ? origin : nil
    }

    /// The headers with which a browser hands the response to the page of an allowed origin.
    func headers(for request: BrowserRequest) -> [(String, String)] {
        origin(of: request).map { [("Access-Control-Allow-Origin", $0), ("Vary", "Origin")] } ?? []
    }

    /// The reason why a text is not an origin as browsers send it; `nil` if it is one.
    private static func fault(of origin: String) -> String? {
        guard let colon = origin.firstIndex(of: ":"), isScheme(origin[..<colon]),
            origin[colon...].hasPrefix("://"), let host = HostName(header: String(origin[colon...].dropFirst(3))),
            // The parser of host names drops a final dot, which is part of an origin.
            !origin.hasSuffix(".")
        else {
            return "it must be a scheme, a host and a port that is not the default, without a path, such as "
                + "https://dashboard.example or http://localhost:3000"
        }
        switch (origin[..<colon], host.port) {
        case ("http", 80), ("https", 443): return "browsers omit the default port: leave it out"
        default: return nil
        }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        text.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } == true
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
            }
    }
}
