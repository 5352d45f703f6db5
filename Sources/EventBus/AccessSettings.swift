public import NavigationEvents

/// Who may come to a bus, and how many.
public struct AccessSettings: Sendable, Hashable {
    /// Where other machines reach the bus, over TCP and with keys only; `nil`: nowhere.
    public var remote: BusEndpoints?
    /// Folder of the bus's own key and of the list of allowed ones; empty: the standard one.
    public var keysFolder: String
    /// What other users of this machine may do who can open the sockets (the group of the run folder).
    public var otherUsers: Set<Role>
    /// Connections at the same time; fewer where the system has too few file descriptors.
    public var mostPeers: Int
    /// Requests a second of one peer, over a burst of twice as many.
    public var requestsPerSecond: Int

    /// Makes settings.
    public init(
        remote: BusEndpoints? = nil, keysFolder: String = "", otherUsers: Set<Role> = [.tap], mostPeers: Int = 512,
        requestsPerSecond: Int = 1000
    ) {
        self.remote = remote
        self.keysFolder = keysFolder
        self.otherUsers = otherUsers
        self.mostPeers = mostPeers
        self.requestsPerSecond = requestsPerSecond
    }
}
