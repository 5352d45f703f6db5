import HTTPServer
import NavigationControl

/// Decides which requests a ``TrackerListener`` reads.
struct TrackerAccess: Hashable, Sendable {
    /// The headers of a request that decide.
    struct Headers: Hashable, Sendable {
        /// The parameter `token` of the query.
        var token: String?
        var authorization: String?
        /// The parameter `id` or `deviceid` of the query.
        var device: String?
        /// Whether a page of a browser sent the request: it has the header `Origin`, or a `Sec-Fetch-Site` other than
        /// `none`.
        var isOfPage = false
    }

    /// A refusal: the status, the reason, and further headers.
    struct Refusal: Hashable, Sendable {
        var status: Int
        var sentence: String
        var headers: [String: String] = [:]
    }

    /// The token that trackers need; `nil` for none.
    let token: String?
    /// Whether a tracker may send the token as the name of its device, for apps without another setting for it.
    var acceptsTokenAsDevice = false

    /// The refusal of a request; `nil` if it is allowed.
    ///
    /// With ``acceptsTokenAsDevice``, the body of a `POST` may hold the token: see ``isAllowed(device:)``.
    func refusal(method: String, path: String, _ headers: Headers) -> Refusal? {
        // Any page in a browser of this machine could send positions otherwise.
        guard !headers.isOfPage else { return Refusal(status: 403, sentence: "Requests of pages are refused.") }
        let mayBeInBody = acceptsTokenAsDevice && method == "POST"
        if !isAuthorized(headers), !mayBeInBody { return missingToken }
        guard let endpoint = TrackerRequest.Endpoint(path: path) else {
            return Refusal(
                status: 404, sentence: "This address does not exist; trackers use /, /traccar or /owntracks.")
        }
        guard endpoint.methods.contains(method) else {
            let methods = endpoint.methods.joined(separator: ", ")
            return Refusal(status: 405, sentence: "Use \(methods).", headers: ["Allow": methods])
        }
        return nil
    }

    /// Whether the token is in the address or a header, or none is needed.
    func isAuthorized(_ headers: Headers) -> Bool {
        guard let token else { return true }
        return headers.token.map { AccessToken.isEqual($0, token) } ?? false
            || headers.authorization.map { AccessToken.isBearer($0, of: token) } ?? false
            || headers.device.map { isAllowed(device: $0) } ?? false
    }

    /// Whether the name of a device is the token.
    func isAllowed(device: String) -> Bool {
        guard acceptsTokenAsDevice, let token else { return false }
        return AccessToken.isEqual(device, token)
    }

    /// The refusal of a request without the token.
    var missingToken: Refusal {
        guard !acceptsTokenAsDevice else {
            return Refusal(
                status: 403,
                sentence: "The token is missing or wrong: use it as the identifier of the device, or add the header "
                    + "Authorization: Bearer ….")
        }
        return Refusal(
            status: 401,
            sentence: "The token is missing or wrong: add ?token=… to the address, or the header "
                + "Authorization: Bearer ….",
            headers: ["WWW-Authenticate": "Bearer realm=\"navbus\""])
    }
}

extension HTTPReply {
    /// The reply that refuses a request.
    init(_ refusal: TrackerAccess.Refusal) {
        self.init(
            refusing: refusal.status, refusal.sentence, headers: refusal.headers.map { ($0.key, $0.value) })
    }
}
