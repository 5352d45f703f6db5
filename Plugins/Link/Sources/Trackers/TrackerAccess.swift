import NavigationControl

/// Decides which requests a ``TrackerListener`` reads.
struct TrackerAccess: Hashable, Sendable {
    /// The headers of a request that decide.
    struct Headers: Hashable, Sendable {
        /// The parameter `token` of the query.
        var token: String?
        var authorization: String?
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

    /// The refusal of a request; `nil` if it is allowed.
    func refusal(method: String, path: String, _ headers: Headers) -> Refusal? {
        // Any page in a browser of this machine could send positions otherwise.
        guard !headers.isOfPage else { return Refusal(status: 403, sentence: "Requests of pages are refused.") }
        if let token {
            let isAuthorized =
                headers.token.map { AccessToken.isEqual($0, token) } ?? false
                || headers.authorization.map { AccessToken.isBearer($0, of: token) } ?? false
            guard isAuthorized else {
                return Refusal(
                    status: 401,
                    sentence: "The token is missing or wrong: add ?token=… to the address, or the header "
                        + "Authorization: Bearer ….",
                    headers: ["WWW-Authenticate": "Bearer realm=\"navbus\""])
            }
        }
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
}
