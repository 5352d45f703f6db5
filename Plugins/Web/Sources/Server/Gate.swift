import NavigationControl

/// Decides who may see what. Nothing that is asked changes anything, so there is only seeing.
struct Gate: Sendable {
    /// The cookie that browsers show: they show it at all ports of a host, where other servers of this kind may be.
    static func cookieName(port: UInt16) -> String { "navbus-token-\(port)" }

    /// Names by which browsers may call this machine besides `localhost` and its addresses.
    var names: Set<String> = []
    /// What browsers must know; `nil` if nothing.
    var token: String?
    /// The port that is open: a browser that came to this machine names it.
    var port: UInt16?

    /// The answer to a request.
    func answer(to request: WebRequest) -> WebAnswer {
        if let refusal = refusal(ofHosts: request.hosts, at: request.localAddress) { return refusal }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .refusal(405, "Nothing can be changed here: only GET and HEAD are answered.")
        }
        // Another port of this machine is the same site, and as strange.
        if request.site == "cross-site" || request.site == "same-site", request.path != "/" {
            return .refusal(403, "Pages of others get nothing from here.")
        }
        if let token {
            if let offered = request.token, request.path == "/", AccessToken.isEqual(offered, token) { return .welcome }
            guard knows(token, request) else { return Self.stranger(hasTried: request.token != nil) }
        }
        return WebAnswer(path: request.path)
    }

    private func refusal(ofHosts headers: [String], at localAddress: IPAddress?) -> WebAnswer? {
        guard let header = headers.first else { return .refusal(400, "The request has no Host header.") }
        guard headers.count == 1 else { return .refusal(400, "The request has \(headers.count) Host headers.") }
        guard let name = HostName(header: header) else {
            return .refusal(400, "The Host header is not the name of a host.")
        }
        // A proxy has a port of its own.
        if names.contains(name.host) { return nil }
        let address = IPAddress(name.host)
        if name.host == "localhost" || address?.isLoopback == true || address.map({ $0 == localAddress }) == true {
            guard let port, let named = name.port, named != port else { return nil }
            return .refusal(
                421, "The page is at port \(port), not at \(named); a tunnel has to begin at the same port.")
        }
        return .refusal(
            403, "This machine is not called \(name.host) here; name it in the setting names of the control web.")
    }

    private func knows(_ token: String, _ request: WebRequest) -> Bool {
        if request.cookies.contains(where: { AccessToken.isEqual($0, token) }) { return true }
        guard let authorization = request.authorization else { return false }
        let words = authorization.split(separator: " ")
        return words.count == 2 && words[0].lowercased() == "bearer" && AccessToken.isEqual(String(words[1]), token)
    }

    private static func stranger(hasTried: Bool) -> WebAnswer {
        let sentence =
            hasTried
            ? "This is not the token."
            : "A token is needed here: open /?token=… with the one that was printed when navbus-web was started, or that "
                + "its setting token holds. If you have done so and came by a link, load this page again."
        return .refusal(401, sentence)
    }
}
