/// Counters of refused connections, requests and subscriptions, by kind.
struct AccessCounters {
    /// Connections refused during the handshake, for any reason.
    var refusedConnections: UInt64 = 0
    /// Of these: with a key that is not in the list of allowed keys.
    var unknownKeys: UInt64 = 0
    /// Of these: from users of this machine who have no access.
    var foreignUsers: UInt64 = 0
    /// Handshakes of peers that do not speak the protocol, show no key, or do not know the key of the bus.
    var failedHandshakes: UInt64 = 0
    /// Connections ended because there were too many.
    var excessConnections: UInt64 = 0
    /// Connections ended because of the messages that they sent.
    var cutConnections: UInt64 = 0
    /// Of these: ended because the bus used too much memory and they might have been the cause.
    var memoryCuts: UInt64 = 0
    /// Connections that could not be accepted because no file descriptor was left.
    var unacceptedConnections: UInt64 = 0
    /// Requests for which the sender has no right.
    var forbiddenRequests: UInt64 = 0
    /// Requests larger than the sender may send.
    var oversizedRequests: UInt64 = 0
    /// Subscriptions for which the subscriber has no right.
    var forbiddenSubscriptions: UInt64 = 0
    /// Subscriptions beyond the number that one connection may have.
    var excessSubscriptions: UInt64 = 0
    /// Requests that were refused unread because the sender sent too many.
    var throttledRequests: UInt64 = 0
    /// Subscriptions that came too fast. They ended their connections.
    var throttledSubscriptions: UInt64 = 0
    /// Requests under the name of another control.
    var impostorReports: UInt64 = 0
    /// Lines in the list of allowed keys that could not be read.
    var unreadableKeyLists: UInt64 = 0

    /// The counters by their names in ``NavigationEvents/BusStatus``.
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

/// Limits warnings to one of each kind in ten seconds, so that a peer that causes many does not flood the bus.
struct WarningLimit {
    private static let pauseNanoseconds: UInt64 = 10_000_000_000
    private var lastWarnings: [String: UInt64] = [:]

    mutating func allows(_ kind: String, now: UInt64) -> Bool {
        if let last = lastWarnings[kind], now < last + Self.pauseNanoseconds { return false }
        lastWarnings[kind] = now
        return true
    }
}
