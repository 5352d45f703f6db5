import Glibc

/// The file descriptors this process may have open.
///
/// libzmq ends the process when none is left for a connection that comes. So there have to be enough for all that it
/// accepts before the bus can cut one: it accepts no more while a monitor is full (``ZeroMQ/SocketMonitor``). Where the
/// system allows fewer, the bus takes fewer connections, and says so.
enum Descriptors {
    /// Connections that libzmq may have accepted at one socket before the bus has heard of the first.
    private static let mostUnheard = 1024
    /// Those of the journal, of a source, and of the unforeseen.
    private static let reserve = 64
    /// Those of the bus itself where there are few: the sockets, their monitors and threads; the journal and a source.
    private static let minReserve = 24
    private static let minReserveOfDoor = 8
    /// Fewer connections than these, and no bus starts: a control has two.
    private static let minPeers = 4

    /// What there is room for.
    struct Room: Hashable {
        /// Connections at the same time.
        var peers: Int
        /// Whether there is enough for a storm of connections.
        var isEnough: Bool
        /// Sessions that may be opened: each keeps a file open.
        var sessions: Int
        /// Files that may be open.
        var files: Int
    }

    /// Raises the limit as far as is needed and allowed.
    static func prepare(doors: Int, mostPeers: Int, mostSessions: Int) throws(BusError) -> Room {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else {
            return Room(peers: mostPeers, isEnough: true, sessions: mostSessions, files: .max)
        }
        let used = used(limit)
        let wanted = rlim_t(all(doors, mostPeers) + used + mostSessions)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        return try room(
            allowed: Int(clamping: limit.rlim_cur), used: used, doors: doors, mostPeers: mostPeers,
            mostSessions: mostSessions)
    }

    /// What fits into so many files of which some are open already.
    static func room(
        allowed: Int, used: Int, doors: Int, mostPeers: Int, mostSessions: Int
    ) throws(BusError) -> Room {
        let needed = used + all(doors, mostPeers)
        guard allowed < needed else {
            return Room(
                peers: mostPeers, isEnough: true, sessions: min(mostSessions, allowed - needed), files: allowed)
        }
        let unheard = doors * 2 * mostUnheard
        let least = minReserve + doors * minReserveOfDoor
        let spare = allowed - used - max(min(reserve, (allowed - used) / 2), least)
        // Half of what is left is for those who come before others are cut.
        let peers = max(spare - unheard, spare / 2)
        guard peers >= minPeers else { throw .fewDescriptors(allowed, needed: used + least + 2 * minPeers) }
        return Room(peers: min(mostPeers, peers), isEnough: false, sessions: 0, files: allowed)
    }

    private static func all(_ doors: Int, _ peers: Int) -> Int { reserve + doors * 2 * mostUnheard + peers }

    private static func used(_ limit: rlimit) -> Int {
        // Few are open when a bus starts.
        (0..<Int32(min(Int(clamping: limit.rlim_cur), 1024))).count { fcntl($0, F_GETFD) >= 0 }
    }
}

/// The user this process acts as.
func currentUser() -> UInt32 { geteuid() }

/// The system's words for an error.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
