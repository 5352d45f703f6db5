import Launcher
import NavigationControl

/// Authorizes requests for the metrics, since every user of the machine can connect to a loopback address.
struct MetricsAccess: Hashable {
    /// The required token; `nil` without authorization.
    var token: String?
    /// The port of the server.
    var port: UInt16?

    /// The HTTP status of a refusal; `nil` if the request is permitted.
    func refusal(of request: RequestHead) -> String? {
        guard request.hosts.count < 2, request.authorizations.count < 2 else { return "400 Bad Request" }
        guard let host = request.hosts.first else {
            if request.isVersion10 { return isAuthorized(request) ? nil : Self.unauthorized }
            return "400 Bad Request"
        }
        // DNS rebinding: a foreign page can resolve its own name to this machine, but the browser still sends that
        // name.
        guard isLocal(host) else { return "421 Misdirected Request" }
        return isAuthorized(request) ? nil : Self.unauthorized
    }

    static let unauthorized = "401 Unauthorized"

    private func isLocal(_ host: String) -> Bool {
        let names = ["localhost", MetricsAddress.loopback4, MetricsAddress.loopback6]
        return names.contains { name in
            host.lowercased() == name || port.map { host.lowercased() == "\(name):\($0)" } == true
        }
    }

    private func isAuthorized(_ request: RequestHead) -> Bool {
        guard let token else { return true }
        return request.authorizations.first.map { AccessToken.isBearer($0, of: token) } ?? false
    }
}
