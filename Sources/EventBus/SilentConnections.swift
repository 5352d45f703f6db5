/// The connections without a message yet, by origin. A value.
struct SilentConnections {
    private struct Group: Hashable {
        var isRemote: Bool
        var address: [UInt8]
    }

    /// In the order of the connections.
    private var groups: [Group: [Connections.ID]] = [:]
    private var localCount = 0
    private var remoteCount = 0

    func count(isRemote: Bool) -> Int { isRemote ? remoteCount : localCount }

    func all(isRemote: Bool) -> [Connections.ID] {
        groups.filter { $0.key.isRemote == isRemote }.flatMap(\.value)
    }

    /// The connections of the address or user with the most of them, the oldest first.
    func fromMostFrequentOrigin(isRemote: Bool) -> [Connections.ID] {
        groups.filter { $0.key.isRemote == isRemote }.values.max { $0.count < $1.count } ?? []
    }

    mutating func insert(_ id: Connections.ID, from address: [UInt8]) {
        groups[Group(isRemote: id.busSocket.isRemote, address: address), default: []].append(id)
        count(1, id)
    }

    /// Removes a connection; `false` if it is not included.
    mutating func remove(_ id: Connections.ID, from address: [UInt8]?) -> Bool {
        let group = Group(isRemote: id.busSocket.isRemote, address: address ?? [])
        guard let index = groups[group]?.firstIndex(of: id) else { return false }
        groups[group]?.remove(at: index)
        if groups[group]?.isEmpty == true { groups[group] = nil }
        count(-1, id)
        return true
    }

    private mutating func count(_ change: Int, _ id: Connections.ID) {
        if id.busSocket.isRemote { remoteCount += change } else { localCount += change }
    }
}
