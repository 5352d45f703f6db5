public import NavigationEvents

/// A parsed and checked endpoint.
enum Endpoint {
    /// A socket in the file system.
    case path(String)
    /// A port of a network address: only for clients with keys, also on loopback, since any program can connect to it.
    case port(address: String, String)

    /// The maximum length of a path in a socket address of the kernel, in bytes.
    static let maxPathBytes = 107

    init(_ text: String) throws(BusError) {
        if text.hasPrefix("ipc://") {
            self = .path(try Self.checkedPath(text))
        } else if text.hasPrefix("tcp://") {
            self = try Self.checkedPort(text)
        } else {
            throw .badEndpoint(
                text, reason: "it begins neither with ipc:// nor with tcp://; write ipc:///PATH or tcp://ADDRESS:PORT")
        }
    }

    /// The path of a socket in the file system.
    var path: String? {
        if case .path(let path) = self { path } else { nil }
    }

    /// The endpoint for events for a client that has reached the request endpoint `requests`: a bus that listens at
    /// every address does not know the one that was used. A bus on this machine must not refer a client to another
    /// machine, nor a bus on another machine to a path of this one.
    static func reachable(_ events: String, from requests: String) throws(BusError) -> String {
        switch (try Endpoint(events), try Endpoint(requests)) {
        case (.path, .path): return events
        case (.port(let address, let port), .port(let reached, _)):
            return ["*", "0.0.0.0", "[::]"].contains(address) ? "tcp://\(reached):\(port)" : events
        case (.path, .port), (.port, .path):
            throw .eventsElsewhere(events, requests: requests)
        }
    }

    private static func checkedPath(_ text: String) throws(BusError) -> String {
        let path = String(text.dropFirst("ipc://".count))
        guard !path.isEmpty else {
            throw .badEndpoint(
                text,
                reason:
                    "there is no folder for a bus of this user: neither XDG_RUNTIME_DIR nor HOME names one; set one of "
                    + "them, or name the bus in NAVBUS_ENDPOINT (ipc:///PATH)")
        }
        guard path.hasPrefix("/") else {
            throw .badEndpoint(text, reason: "the path after ipc:// must begin with / (three slashes in all)")
        }
        guard path.utf8.count <= maxPathBytes else {
            throw .badEndpoint(
                text, reason: "its path has \(path.utf8.count) bytes, at most \(maxPathBytes) fit; use a shorter one")
        }
        return path
    }

    private static func checkedPort(_ text: String) throws(BusError) -> Endpoint {
        let authority = text.dropFirst("tcp://".count)
        guard let colon = authority.lastIndex(of: ":") else {
            throw .badEndpoint(text, reason: "the port is missing; write tcp://ADDRESS:PORT")
        }
        let port = authority[authority.index(after: colon)...]
        guard port == "*" || UInt16(port).map({ $0 > 0 }) == true else {
            throw .badEndpoint(text, reason: "\"\(port)\" is not a port; ports are 1...65535, or * for any free one")
        }
        let address = authority[..<colon]
        guard !address.isEmpty, !address.contains("/"), !address.contains(" ") else {
            throw .badEndpoint(text, reason: "the address is missing; write tcp://ADDRESS:PORT")
        }
        return .port(address: String(address), String(port))
    }
}

extension BusEndpoints {
    /// The sockets in a run folder.
    public init(folder: RunFolder) {
        self.init(requests: "ipc://\(folder.path)/requests", events: "ipc://\(folder.path)/events")
    }

    /// The endpoints in the default run folder. If there is no such folder, using them fails with the reason.
    public static var standard: BusEndpoints {
        (try? RunFolder.standard()).map(BusEndpoints.init) ?? BusEndpoints(requests: "ipc://", events: "ipc://")
    }

    /// The path of the ring socket beside them; `nil` if it is too long.
    var ringPath: String? {
        guard let events = try? Endpoint(events).path, let slash = events.lastIndex(of: "/") else { return nil }
        let path = events[...slash] + "ring"
        return path.utf8.count <= Endpoint.maxPathBytes ? String(path) : nil
    }

    /// Both must be sockets in the file system: there the kernel identifies each client.
    func checkLocal() throws(BusError) {
        for endpoint in [requests, events] where try Endpoint(endpoint).path == nil {
            throw .badEndpoint(
                endpoint,
                reason: "a TCP port without keys is open to every program, on loopback too; "
                    + "use it for clients with keys (the remote endpoints, see navbus keys), and ipc:///PATH here")
        }
    }

    /// Both must be TCP ports.
    func checkRemote() throws(BusError) {
        for endpoint in [requests, events] where try Endpoint(endpoint).path != nil {
            throw .badEndpoint(endpoint, reason: "other machines reach a bus over TCP; write tcp://ADDRESS:PORT")
        }
    }
}
