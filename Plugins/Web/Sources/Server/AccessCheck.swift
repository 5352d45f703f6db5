import HTTPServer
import NavigationControl

/// Decides which requests are allowed. All requests are read-only, except the positions of a phone and the operations on
/// the drive.
struct AccessCheck: Sendable {
    /// The name of the cookie with the token. It contains the port, because browsers send cookies to all ports of a
    /// host.
    static func cookieName(port: UInt16) -> String { "navbus-token-\(port)" }

    /// The allowed names of this machine, besides `localhost` and its addresses.
    var names: Set<String> = []
    /// The pages of other origins that may read the state.
    var origins = AllowedOrigins()
    /// The token that browsers need; `nil` for none.
    var token: String?
    /// Whether a phone may be the receiver.
    var isReceiver = false
    /// Whether the page begins, changes and ends drives.
    var isDriving = false
    /// Whether the server uses TLS.
    var isSecure = false
    /// The open port, which the header `Host` of a direct request must contain.
    var port: UInt16?

    /// Decides the answer to a request.
    func answer(to request: BrowserRequest) -> RequestDecision {
        if let refusal = refusal(ofHosts: request.hosts, at: request.localAddress) { return refusal }
        let isAllowedOrigin = origins.origin(of: request) != nil
        // Browsers send a preflight without the token.
        if request.method == "OPTIONS", isAllowedOrigin { return .preflight }
        if request.method == "POST" {
            if request.path == Self.positionPath { return position(request) }
            if let name = DriveOperation.Name(path: request.path) { return drive(name, request) }
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .refusal(405, "This server is read-only: use GET or HEAD.")
        }
        // Another port of this machine is the same site, but just as foreign.
        let isForeign = request.site == "cross-site" || request.site == "same-site"
        if isForeign, request.path != "/", !isAllowedOrigin {
            return .refusal(403, "Requests of other sites are refused.")
        }
        if let token {
            if let offered = request.token, request.path == "/", AccessToken.isEqual(offered, token) { return .login }
            // An event source cannot send a header, and the cookie belongs to the page of this server.
            let isInURL = isAllowedOrigin && request.token.map { AccessToken.isEqual($0, token) } == true
            guard isInURL || isAuthorized(token, request) else {
                return Self.unauthorized(hasTried: request.token != nil)
            }
        }
        return RequestDecision(path: request.path)
    }

    /// The path to which the page of a phone sends its positions.
    static let positionPath = "/position"

    private func position(_ request: BrowserRequest) -> RequestDecision {
        guard isReceiver else {
            return .refusal(403, "This page takes no positions: set receiver of the control web to true.")
        }
        return upload(.position, "positions", request)
    }

    private func drive(_ name: DriveOperation.Name, _ request: BrowserRequest) -> RequestDecision {
        guard isDriving else {
            return .refusal(
                403, "This page only shows drives: set drives of the control web to true, and its token not to none.")
        }
        return upload(.drive(name), "operations", request)
    }

    /// Decides about a request with a body. Only the page of this server sends one: a browser adds the origin of the page
    /// to a request with a body, and another page cannot change it.
    private func upload(_ decision: RequestDecision, _ what: String, _ request: BrowserRequest) -> RequestDecision {
        guard request.site == nil || request.site == "same-origin", request.origins.count == 1,
            isOwn(request.origins[0], request.hosts)
        else { return .refusal(403, "Only the page of this server may send \(what).") }
        guard let token, isAuthorized(token, request) else { return Self.unauthorized(hasTried: false) }
        guard request.mediaType?.lowercased().hasPrefix("application/json") == true else {
            return .refusal(415, "The page sends \(what) as JSON: application/json.")
        }
        let limit = decision.maxBodyBytes ?? 0
        if let length = request.length, Int(length).map({ $0 > limit }) ?? true {
            return .refusal(413, "A request for \(what) has at most \(limit) bytes.")
        }
        return decision
    }

    /// Whether an origin is that of the page. A proxy may add TLS.
    private func isOwn(_ origin: String, _ hosts: [String]) -> Bool {
        let origin = origin.lowercased()
        guard let host = hosts.first?.lowercased() else { return false }
        return origin == "https://\(host)" || !isSecure && origin == "http://\(host)"
    }

    private func refusal(ofHosts headers: [String], at localAddress: IPAddress?) -> RequestDecision? {
        guard let header = headers.first else { return .refusal(400, "The request has no Host header.") }
        guard headers.count == 1 else { return .refusal(400, "The request has \(headers.count) Host headers.") }
        guard let name = HostName(header: header) else {
            return .refusal(400, "The Host header is not a valid host name.")
        }
        // A proxy has its own port.
        if names.contains(name.host) { return nil }
        let address = IPAddress(name.host)
        if name.host == "localhost" || address?.isLoopback == true || address.map({ $0 == localAddress }) == true {
            guard let port, let named = name.port, named != port else { return nil }
            return .refusal(
                421, "The page is at port \(port), not at \(named); a tunnel must use the same port at both ends.")
        }
        return .refusal(
            403, "The host name \(name.host) is not allowed; add it to the setting names of the control web.")
    }

    private func isAuthorized(_ token: String, _ request: BrowserRequest) -> Bool {
        if request.cookies.contains(where: { AccessToken.isEqual($0, token) }) { return true }
        return request.authorization.map { AccessToken.isBearer($0, of: token) } ?? false
    }

    private static func unauthorized(hasTried: Bool) -> RequestDecision {
        let sentence =
            hasTried
            ? "The token is wrong."
            : "A token is required: open /?token=… with the token that navbus-web printed at its start, or that its "
                + "setting token contains. If you did so by a link, reload this page."
        return .refusal(401, sentence)
    }
}
