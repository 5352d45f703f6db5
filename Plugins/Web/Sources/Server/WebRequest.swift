/// What a browser asks, as far as it matters here.
struct WebRequest: Hashable, Sendable {
    /// As in the first line ("GET").
    var method: String
    /// Decoded, without the question mark and what follows.
    var path: String
    /// `token` of what follows the question mark.
    var token: String?
    /// The cookies of this server: a browser may have kept several under its name.
    var cookies: [String]
    /// The header `Authorization`.
    var authorization: String?
    /// The headers `Host`: one, or the request is none.
    var hosts: [String]
    /// The header `Range`.
    var range: String?
    /// The header `Sec-Fetch-Site`: whose page asks.
    var site: String?
    /// The address of this machine to which the browser came.
    var localAddress: IPAddress?

    /// Makes a request; what is not given is that of a browser on this machine.
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
