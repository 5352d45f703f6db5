import NavigationEvents

@testable import EventBus

extension FuzzTarget {
    /// The endpoints that a configuration, a manifest or an environment names.
    static let endpoint = FuzzTarget(name: "endpoint", mostBytes: 256) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        guard let endpoint = try? Endpoint(text) else { return }
        try FuzzFinding.unless(
            (endpoint.path?.utf8.count ?? 0) <= Endpoint.longestPath, "a path that no socket address holds")
    }

    /// The topics that any peer may subscribe to, and the session names in them.
    static let names = FuzzTarget(name: "names", mostBytes: 256) { bytes throws(FuzzFinding) in
        let text = String(decoding: bytes, as: UTF8.self)
        if let session = WireNames.snapshotSession(in: text) {
            try FuzzFinding.unless(
                text.hasPrefix(WireNames.snapshotPrefix + session.name + "/"), "another session than was asked for")
        }
        if let session = Session(text) {
            try FuzzFinding.unless((1...32).contains(session.name.utf8.count), "a session name of any length")
        }
        _ = WireNames(.main).matches(prefix: bytes)
    }
}
