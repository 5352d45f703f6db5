/// The endpoints of a bus: for requests and for events.
public struct BusEndpoints: Sendable, Hashable {
    /// ZeroMQ endpoint for requests, such as `ipc:///run/user/1000/navbus/requests`. Clients are given this one.
    public var requests: String
    /// ZeroMQ endpoint for events. Clients get it from ``Welcome``.
    public var events: String

    /// Makes endpoints; they are checked when a server binds them or a client connects.
    public init(requests: String, events: String) {
        self.requests = requests
        self.events = events
    }

    /// The variable of the process of a bus with the path of the socket to which it sends its status once a second.
    package static let statusVariable = "NAVBUS_STATUS"
}
