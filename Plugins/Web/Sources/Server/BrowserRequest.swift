/// An HTTP request, with the fields that the server uses.
struct BrowserRequest: Hashable, Sendable {
    /// The method ("GET").
    var method: String
    /// The decoded path, without the query.
    var path: String
    /// The parameter `token` of the query.
    var token: String?
    /// The cookies with the name of this server; a browser may send several.
    var cookies: [String]
    /// The header `Authorization`.
    var authorization: String?
    /// The headers `Host`; a valid request has exactly one.
    var hosts: [String]
    /// The header `Range`.
    var range: String?
    /// The header `Sec-Fetch-Site`: the relation of the requesting page to this server.
    var site: String?
    /// The local address of the connection.
    var localAddress: IPAddress?

    /// Creates a request, by default that of a browser on this machine.
    init(
        _ method: String = "GET", _ path: String, token: String? = nil, cookies: [String] = [],
        authorization: String? = nil, host: String? = "127.0.0.1:8960", range: String? = nil, site: String? = nil,
        localAddress: IPAddress? = nil
    ) {
        self.method = method
        self.path = path
        self.token = token
        self.cookies = cookies
        self.authorization = authorization
        hosts = host.map { [$0] } ?? []
        self.range = range
        self.site = site
        self.localAddress = localAddress
    }
}
