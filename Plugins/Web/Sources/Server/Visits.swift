/// The table of all connections. Above its limits, it selects idle connections to close; a browser opens another one
/// when it needs it.
struct Visits {
    /// The maximum number of idle connections per address; browsers use six.
    static let mostAwaitedPerAddress = 16
    /// The maximum number of connections per address.
    static let maxPerAddress = 48
    /// The number of connections from which each new one replaces another, and the maximum.
    static let manyOfMost = (many: 56, most: 64)
    /// The minimum age of a response before its connection may be closed for another one.
    static let leastListeningSeconds = 5.0

    private var visits: [ObjectIdentifier: Visit] = [:]
    /// Connections that were asked to close and have not ended yet.
    private var leaving: Set<ObjectIdentifier> = []

    /// Whether a connection has ended since the caller reset this flag.
    var hasRoomAgain = false

    var isEmpty: Bool { visits.isEmpty }

    /// Adds a connection.
    ///
    /// - Returns: The connection to close in its place; `nil` for none.
    mutating func add(_ visit: Visit, at now: Double) -> Visit? {
        let others = visits.values.filter { !leaving.contains(ObjectIdentifier($0)) }
        visits[ObjectIdentifier(visit)] = visit
        let siblings = others.filter { $0.isAwaited && $0.address == visit.address }
        if siblings.count >= Self.mostAwaitedPerAddress { return sendAway(siblings) }
        // libmicrohttpd counts single addresses; here all loopback addresses count as one.
        if let address = visit.address, others.count(where: { $0.address == address }) >= Self.maxPerAddress {
            return sendAway(siblings.isEmpty ? [visit] : siblings)
        }
        guard others.count >= Self.manyOfMost.many else { return nil }
        let awaited = others.filter(\.isAwaited)
        return sendAway(
            awaited.isEmpty
                ? others.filter { $0.doing == .listening && now - $0.since > Self.leastListeningSeconds } : awaited)
    }

    /// Selects the connection that has been in its state for the longest time.
    private mutating func sendAway(_ candidates: [Visit]) -> Visit? {
        guard let longest = candidates.min(by: { $0.since < $1.since }) else { return nil }
        leaving.insert(ObjectIdentifier(longest))
        return longest
    }

    /// Removes a connection that has ended.
    mutating func remove(_ visit: Visit) {
        visits[ObjectIdentifier(visit)] = nil
        leaving.remove(ObjectIdentifier(visit))
        hasRoomAgain = true
    }

    /// The connections that have exceeded their time limit.
    func overdue(at now: Double) -> [Visit] { visits.values.filter { $0.isOverdue(at: now) } }
}
