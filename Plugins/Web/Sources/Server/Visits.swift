/// All connections. When there are too many, those leave that only hold a place: a browser that means well asks at once,
/// and one whose waiting connection was closed opens another when it needs it.
struct Visits {
    /// Connections of one address that have nothing to say; browsers hold six.
    static let mostAwaitedPerAddress = 16
    /// Connections of one address, whatever they do.
    static let maxPerAddress = 48
    /// From so many connections on, of the most that there can be, each new one takes the place of another.
    static let manyOfMost = (many: 56, most: 64)
    /// Nobody is sent away in the midst of an answer who has not been at it for as long as this.
    static let leastListeningSeconds = 5.0

    private var visits: [ObjectIdentifier: Visit] = [:]
    /// Those that were sent away, and have not gone yet.
    private var leaving: Set<ObjectIdentifier> = []

    /// Whether one has gone; whoever looks takes note of it.
    var hasRoomAgain = false

    var isEmpty: Bool { visits.isEmpty }

    /// Takes in a connection.
    ///
    /// - Returns: The one that has to leave for it.
    mutating func add(_ visit: Visit, at now: Double) -> Visit? {
        let others = visits.values.filter { !leaving.contains(ObjectIdentifier($0)) }
        visits[ObjectIdentifier(visit)] = visit
        let siblings = others.filter { $0.isAwaited && $0.address == visit.address }
        if siblings.count >= Self.mostAwaitedPerAddress { return sendAway(siblings) }
        // libmicrohttpd counts addresses as they are; here those of this machine are one.
        if let address = visit.address, others.count(where: { $0.address == address }) >= Self.maxPerAddress {
            return sendAway(siblings.isEmpty ? [visit] : siblings)
        }
        guard others.count >= Self.manyOfMost.many else { return nil }
        let awaited = others.filter(\.isAwaited)
        return sendAway(
            awaited.isEmpty
                ? others.filter { $0.doing == .listening && now - $0.since > Self.leastListeningSeconds } : awaited)
    }

    /// The one that does what it does for the longest time.
    private mutating func sendAway(_ candidates: [Visit]) -> Visit? {
        guard let longest = candidates.min(by: { $0.since < $1.since }) else { return nil }
        leaving.insert(ObjectIdentifier(longest))
        return longest
    }

    /// Forgets a connection that has ended.
    mutating func remove(_ visit: Visit) {
        visits[ObjectIdentifier(visit)] = nil
        leaving.remove(ObjectIdentifier(visit))
        hasRoomAgain = true
    }

    /// Those that take longer than anybody who means well.
    func overdue(at now: Double) -> [Visit] { visits.values.filter { $0.isOverdue(at: now) } }
}
