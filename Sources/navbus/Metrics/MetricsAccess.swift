import NavigationControl

/// Decides who gets the metrics: every user of the machine can connect to a loopback address.
struct MetricsAccess: Hashable {
    /// What a guest must know; `nil` if nothing.
    var token: String?
    /// The port that is open.
    var port: UInt16?

    /// Why a request is refused; `nil` if it is not.
    func refusal(of request: RequestHead) -> String? {
        guard request.hosts.count < 2, request.authorizations.count < 2 else { return "400 Bad Request" }
        guard let host = request.hosts.first else {
            if request.isVersion10 { return knows(request) ? nil : Self.unauthorized }
            return "400 Bad Request"
        }
        // A page of others can let a name of its own lead to this machine; it cannot change what the browser calls it.
        guard isOwn(host) else { return "421 Misdirected Request" }
        return knows(request) ? nil : Self.unauthorized
    }

    static let unauthorized = "401 Unauthorized"

    private func isOwn(_ host: String) -> Bool {
        let names = ["localhost", ListenAddress.loopback4, ListenAddress.loopback6]
        return names.contains { name in
            host.lowercased() == name || port.map { host.lowercased() == "\(name):\($0)" } == true
        }
    }

    private func knows(_ request: RequestHead) -> Bool {
        guard let token else { return true }
        let words = request.authorizations.first?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer"
            && AccessToken.isEqual(String(words[1]), token)
    }
}
