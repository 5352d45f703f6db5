/// What a bus counts of those it kept out or turned down, by class.
struct AccessCounters {
    /// Connections refused at the gate, for whatever reason.
    var refusedConnections: UInt64 = 0
    /// Of these: with a key that is not in the list.
    var unknownKeys: UInt64 = 0
    /// Of these: from users of this machine who may nothing here.
    var foreignUsers: UInt64 = 0
    /// Those who do not speak the protocol, show no key, or do not know the key of the bus.
    var failedHandshakes: UInt64 = 0
    /// Connections ended since there were too many.
    var excessConnections: UInt64 = 0
    /// Connections ended for what came over them.
    var cutConnections: UInt64 = 0
    /// Of these: since the bus had too much memory and they might be the cause.
    var memoryCuts: UInt64 = 0
    /// Connections that could not be accepted: no file descriptor was left.
    var unacceptedConnections: UInt64 = 0
    /// Requests outside the rights of who asked.
    var forbiddenRequests: UInt64 = 0
    /// Requests larger than who asked may send.
    var oversizedRequests: UInt64 = 0
    /// Subscriptions outside the rights of who made them.
    var forbiddenSubscriptions: UInt64 = 0
    /// Subscriptions beyond the number that one connection may have.
    var excessSubscriptions: UInt64 = 0
    /// Requests that came too fast and were not looked into.
    var throttledRequests: UInt64 = 0
    /// Subscriptions that came too fast; they ended their connections.
    var throttledSubscriptions: UInt64 = 0
    /// Requests under the name of another control.
    var impostorReports: UInt64 = 0
    /// Lists of allowed keys that could not be read in full.
    var unreadableKeyLists: UInt64 = 0

    /// By name, as in ``NavigationEvents/BusStatus``.
    var byName: [String: UInt64] {
        [
            "refused_connections": refusedConnections,
            "unknown_keys": unknownKeys,
            "foreign_users": foreignUsers,
            "failed_handshakes": failedHandshakes,
            "excess_connections": excessConnections,
            "cut_connections": cutConnections,
            "memory_cuts": memoryCuts,
            "unaccepted_connections": unacceptedConnections,
            "forbidden_requests": forbiddenRequests,
            "oversized_requests": oversizedRequests,
            "forbidden_subscriptions": forbiddenSubscriptions,
            "excess_subscriptions": excessSubscriptions,
            "throttled_requests": throttledRequests,
            "throttled_subscriptions": throttledSubscriptions,
            "impostor_reports": impostorReports,
            "unreadable_key_lists": unreadableKeyLists,
        ]
    }
}

/// Lets a kind of warning through once in ten seconds: who provokes them must not fill the bus with them.
struct WarningLimit {
    private static let pauseNanoseconds: UInt64 = 10_000_000_000
    private var told: [String: UInt64] = [:]

    mutating func allows(_ kind: String, now: UInt64) -> Bool {
        if let last = told[kind], now < last + Self.pauseNanoseconds { return false }
        told[kind] = now
        return true
    }
}
