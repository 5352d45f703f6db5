/// The connections without a message yet, by origin. A value.
struct SilentConnections {
    private struct Group: Hashable {
        var isRemote: Bool
        var address: [UInt8]
    }

    /// In the order of the connections.
    private var groups: [Group: [Connections.Place]] = [:]
    private var localCount = 0
    private var remoteCount = 0

    func count(isRemote: Bool) -> Int { isRemote ? remoteCount : localCount }

    func all(isRemote: Bool) -> [Connections.Place] {
        groups.filter { $0.key.isRemote == isRemote }.flatMap(\.value)
    }

    /// The connections of the address or user with the most of them, the oldest first.
    func ofGreediest(isRemote: Bool) -> [Connections.Place] {
        groups.filter { $0.key.isRemote == isRemote }.values.max { $0.count < $1.count } ?? []
    }

    mutating func insert(_ place: Connections.Place, from address: [UInt8]) {
        groups[Group(isRemote: place.gate.isRemote, address: address), default: []].append(place)
        count(1, place)
    }

    /// Removes a connection; `false` if it is not included.
    mutating func remove(_ place: Connections.Place, from address: [UInt8]?) -> Bool {
        let group = Group(isRemote: place.gate.isRemote, address: address ?? [])
        guard let index = groups[group]?.firstIndex(of: place) else { return false }
        groups[group]?.remove(at: index)
        if groups[group]?.isEmpty == true { groups[group] = nil }
        count(-1, place)
        return true
    }

    private mutating func count(_ change: Int, _ place: Connections.Place) {
        if place.gate.isRemote { remoteCount += change } else { localCount += change }
    }
}
