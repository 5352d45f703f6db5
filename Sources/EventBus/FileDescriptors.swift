import Glibc

/// The file descriptors that this process may have open.
///
/// libzmq ends the process when no descriptor is left for a new connection. So there must be enough for all connections
/// that it accepts before the bus can end one: it accepts none while a monitor is full (``ZeroMQ/SocketMonitor``). If
/// the system allows fewer, the bus accepts fewer connections, and logs a warning.
enum FileDescriptors {
    /// Connections that libzmq may have accepted at one socket before the bus handles the first of them.
    private static let maxUnhandled = 1024
    /// Open files of the journal, a source and other purposes.
    private static let reserve = 64
    /// Open files of the bus itself if there are few: sockets with their monitors and threads, the journal and a
    /// source.
    private static let minReserve = 24
    private static let minReserveOfListener = 8
    /// Minimum number of connections of a bus: a control has two.
    private static let minPeers = 4

    /// The numbers that the available descriptors allow.
    struct Capacity: Hashable {
        /// Connections at the same time.
        var peers: Int
        /// Whether there are enough descriptors for a storm of connections.
        var isEnough: Bool
        /// Sessions that may be opened: each keeps a file open.
        var sessions: Int
        /// Files that may be open.
        var files: Int
    }

    /// Raises the limit of open files as far as necessary and possible.
    static func prepare(listeners: Int, maxPeers: Int, maxSessions: Int) throws(BusError) -> Capacity {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else {
            return Capacity(peers: maxPeers, isEnough: true, sessions: maxSessions, files: .max)
        }
        let used = used(limit)
        let wanted = rlim_t(all(listeners, maxPeers) + used + maxSessions)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return try capacity(
            allowed: Int(clamping: limit.rlim_cur), used: used, listeners: listeners, maxPeers: maxPeers,
            maxSessions: maxSessions)
    }

    /// The numbers that a limit of open files allows, some of which are open already.
    static func capacity(
        allowed: Int, used: Int, listeners: Int, maxPeers: Int, maxSessions: Int
    ) throws(BusError) -> Capacity {
        let needed = used + all(listeners, maxPeers)
        guard allowed < needed else {
            return Capacity(
                peers: maxPeers, isEnough: true, sessions: min(maxSessions, allowed - needed), files: allowed)
        }
        let unheard = listeners * 2 * maxUnhandled
        let least = minReserve + listeners * minReserveOfListener
        let spare = allowed - used - max(min(reserve, (allowed - used) / 2), least)
        // Half of the rest is for connections that libzmq accepts before others are ended.
        let peers = max(spare - unheard, spare / 2)
        guard peers >= minPeers else { throw .fewDescriptors(allowed, needed: used + least + 2 * minPeers) }
        return Capacity(peers: min(maxPeers, peers), isEnough: false, sessions: 0, files: allowed)
    }

    private static func all(_ listeners: Int, _ peers: Int) -> Int { reserve + listeners * 2 * maxUnhandled + peers }

    private static func used(_ limit: rlimit) -> Int {
        // Few files are open when a bus starts.
        (0..<Int32(min(Int(clamping: limit.rlim_cur), 1024))).count { fcntl($0, F_GETFD) >= 0 }
    }
}
