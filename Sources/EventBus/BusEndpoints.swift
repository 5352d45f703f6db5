/// Where a bus is: its request channel and its events.
public struct BusEndpoints: Sendable, Hashable {
    /// ZeroMQ endpoint of the request channel, such as `ipc:///run/user/1000/navbus/requests`: what clients are given.
    public var requests: String
    /// ZeroMQ endpoint of the events; clients learn it from ``Welcome``.
    public var events: String

    /// Makes endpoints; they are checked when a server binds them or a client connects.
    public init(requests: String, events: String) {
        self.requests = requests
        self.events = events
    }

    /// The sockets of a run folder.
    public init(folder: RunFolder) {
        requests = "ipc://\(folder.path)/requests"
        events = "ipc://\(folder.path)/events"
    }

    /// The endpoints of the default run folder.
    public static var standard: BusEndpoints { BusEndpoints(folder: .standard) }
}

/// An endpoint, taken apart and found usable.
enum Endpoint {
    /// A socket in the file system.
    case path(String)
    /// A port on a loopback address; anything can be bound there but nothing from outside arrives.
    case loopback

    /// The longest path that fits a socket address of the kernel, in bytes.
    static let longestPath = 107

    init(_ text: String) throws(BusError) {
        if text.hasPrefix("ipc://") {
            self = .path(try Self.checkedPath(text))
        } else if text.hasPrefix("tcp://") {
            try Self.checkLoopback(text)
            self = .loopback
        } else {
            throw .badEndpoint(text, reason: "it begins neither with ipc:// nor with tcp://")
        }
    }

    /// The path of a socket in the file system.
    var path: String? {
        if case .path(let path) = self { path } else { nil }
    }

    private static func checkedPath(_ text: String) throws(BusError) -> String {
        let path = String(text.dropFirst("ipc://".count))
        guard path.hasPrefix("/") else {
            throw .badEndpoint(text, reason: "the path after ipc:// must begin with / (three slashes in all)")
        }
        guard path.utf8.count <= longestPath else {
            throw .badEndpoint(
                text, reason: "its path has \(path.utf8.count) bytes, at most \(longestPath) fit; use a shorter folder")
        }
        return path
    }

    /// Without keys a TCP port takes anything from anybody, so only this machine may reach it.
    private static func checkLoopback(_ text: String) throws(BusError) {
        let place = text.dropFirst("tcp://".count)
        guard let colon = place.lastIndex(of: ":") else {
            throw .badEndpoint(text, reason: "the port is missing; write tcp://127.0.0.1:PORT")
        }
        let port = place[place.index(after: colon)...]
        guard port == "*" || UInt16(port).map({ $0 > 0 }) == true else {
            throw .badEndpoint(text, reason: "\"\(port)\" is no port; ports are 1...65535, or * for any free one")
        }
        let address = place[..<colon]
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback4 = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        guard isLoopback4 || address == "[::1]" else {
            throw .badEndpoint(
                text,
                reason: "\"\(address)\" is not a loopback address (127.0.0.1, [::1]); "
                    + "other machines are kept out, since there are no keys to tell friend from foe")
        }
    }
}
