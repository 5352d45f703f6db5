import Glibc

/// The way on which a client receives events.
public enum EventTransport: String, Sendable, Hashable, CaseIterable {
    /// From the memory of the bus if the client may, else over ZeroMQ.
    case automatic
    /// Over ZeroMQ.
    case zmq
    /// From the memory of the bus; joining fails if that is impossible.
    case ring

    /// The way that `NAVBUS_TRANSPORT` names; ``automatic`` if it is not set.
    static func ofEnvironment() throws(BusError) -> EventTransport {
        guard let name = getenv("NAVBUS_TRANSPORT"), name.pointee != 0 else { return .automatic }
        let text = String(cString: name)
        guard let way = EventTransport(rawValue: text) else { throw .unknownTransport(text) }
        return way
    }
}
