import Glibc

/// The file descriptors this process may have open.
///
/// libzmq ends the process when none is left for a connection that comes. So there have to be enough for all that it
/// accepts before the bus can cut one: it accepts no more while a monitor is full (``ZeroMQ/SocketMonitor``).
enum Descriptors {
    /// Connections that libzmq may have accepted at one socket before the bus has heard of the first.
    private static let mostUnheard = 1024
    /// Those of the journal, of a source, and of the unforeseen.
    private static let reserve = 64
    /// Fewer than these and no bus starts.
    private static let fewest = 256

    /// What there is room for.
    struct Room {
        /// Connections at the same time.
        var peers: Int
        /// Whether there is enough for a storm of connections.
        var isEnough: Bool
        /// Sessions that may be opened: each keeps a file open.
        var sessions: Int
    }

    /// Raises the limit as far as is needed and allowed.
    static func prepare(doors: Int, mostPeers: Int, mostSessions: Int) throws(BusError) -> Room {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else {
            return Room(peers: mostPeers, isEnough: true, sessions: mostSessions)
        }
        let unheard = doors * 2 * mostUnheard
        let needed = used(limit) + reserve + unheard + mostPeers
        let (wanted, withSessions) = (rlim_t(needed), rlim_t(needed + mostSessions))
        if limit.rlim_cur < withSessions {
            limit.rlim_cur = min(withSessions, limit.rlim_max)
            setrlimit(resource, &limit)
            getrlimit(resource, &limit)
        }
        let allowed = Int(clamping: limit.rlim_cur)
        guard allowed >= fewest else { throw .fewDescriptors(allowed, needed: Int(clamping: wanted)) }
        let spare = allowed - used(limit) - reserve
        return Room(
            peers: min(mostPeers, max(spare - unheard, spare / 2)), isEnough: limit.rlim_cur >= wanted,
            sessions: min(mostSessions, max(allowed - needed, 0)))
    }

    private static func used(_ limit: rlimit) -> Int {
        // Few are open when a bus starts.
        (0..<Int32(min(Int(clamping: limit.rlim_cur), 1024))).count { fcntl($0, F_GETFD) >= 0 }
    }
}

/// The user this process acts as.
func currentUser() -> UInt32 { geteuid() }

/// The system's words for an error.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
