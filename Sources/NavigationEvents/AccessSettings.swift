/// The access to a bus: its endpoints for other machines, its keys, and the limits of each peer.
public struct AccessSettings: Sendable, Hashable {
    /// Endpoints for other machines, over TCP and only with keys; `nil` for none.
    public var remote: BusEndpoints?
    /// Folder of the key of the bus and of the list of allowed keys; the standard folder if empty.
    public var keysFolder: String
    /// Roles of other users of this machine that can open the sockets (the group of the run folder).
    public var otherUsers: Set<Role>
    /// Maximum number of connections at the same time; fewer if the system has too few file descriptors.
    public var maxPeers: Int
    /// Maximum number of requests a second of one peer, after a burst of twice as many.
    public var requestsPerSecond: Int

    /// Makes settings.
    public init(
        remote: BusEndpoints? = nil, keysFolder: String = "", otherUsers: Set<Role> = [.tap], maxPeers: Int = 512,
        requestsPerSecond: Int = 1000
    ) {
        self.remote = remote
        self.keysFolder = keysFolder
        self.otherUsers = otherUsers
        self.maxPeers = maxPeers
        self.requestsPerSecond = requestsPerSecond
    }
}
