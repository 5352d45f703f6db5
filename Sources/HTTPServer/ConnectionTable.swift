/// The table of all connections. Above its limits, it selects idle connections to close; a client opens another one
/// when it needs it.
package struct ConnectionTable {
    private let limits: ConnectionLimits
    private var clients: [ObjectIdentifier: ClientConnection] = [:]
    /// Connections that were asked to close and have not ended yet.
    private var evicted: Set<ObjectIdentifier> = []

    /// Whether a connection has ended since the caller reset this flag.
    package var hasFreeSlot = false

    package init(_ limits: ConnectionLimits) { self.limits = limits }

    package var isEmpty: Bool { clients.isEmpty }

    /// Adds a connection.
    ///
    /// - Returns: The connection to close in its place; `nil` for none.
    package mutating func add(_ client: ClientConnection, at now: Double) -> ClientConnection? {
        let others = clients.values.filter { !evicted.contains(ObjectIdentifier($0)) }
        clients[ObjectIdentifier(client)] = client
        let siblings = others.filter { $0.isIdle && $0.address == client.address }
        if siblings.count >= limits.maxIdlePerAddress { return evict(siblings) }
        // libmicrohttpd counts single addresses; here all loopback addresses count as one.
        if let address = client.address, others.count(where: { $0.address == address }) >= limits.maxPerAddress {
            return evict(siblings.isEmpty ? [client] : siblings)
        }
        guard others.count >= limits.softTotal else { return nil }
        let awaited = others.filter(\.isIdle)
        return evict(
            awaited.isEmpty
                ? others.filter { $0.state == .responding && now - $0.since > limits.minResponseSeconds } : awaited)
    }

    /// Selects the connection that has been in its state for the longest time.
    private mutating func evict(_ candidates: [ClientConnection]) -> ClientConnection? {
        guard let longest = candidates.min(by: { $0.since < $1.since }) else { return nil }
        evicted.insert(ObjectIdentifier(longest))
        return longest
    }

    /// Removes a connection that has ended.
    package mutating func remove(_ client: ClientConnection) {
        clients[ObjectIdentifier(client)] = nil
        evicted.remove(ObjectIdentifier(client))
        hasFreeSlot = true
    }

    /// The connections that have exceeded their time limit.
    package func overdue(at now: Double) -> [ClientConnection] {
        clients.values.filter { $0.isOverdue(at: now, limits) }
    }
}
