import NavigationEvents

/// Something that a bus has counted and that should not happen.
struct BusTrouble {
    /// As the bus calls it ("foreign_users").
    var counter: String
    var count: UInt64
    /// Whether it is about who may do what.
    var isAboutAccess: Bool
    /// What happened, in words.
    var text: String
    /// The way out.
    var remedy: String

    /// Counters of ordinary traffic: that they rise is no trouble.
    private static let ordinary: Set<String> = [
        "published", "requests", "resent_events", "snapshots", "repair_requests", "repeated_reports", "heartbeats",
        // Receivers in cities lose sight of the sky; guidance waits for better ones.
        "rejected_fixes",
    ]

    /// What people can do about each counter of those that were kept out or turned down.
    private static let access: [String: (text: String, remedy: String)] = [
        "unknown_keys": (
            "connections with a key that is not allowed",
            "navbus keys list shows the allowed ones, navbus keys allow adds one"
        ),
        "foreign_users": (
            "connections of other users of this machine",
            "name what they may do in access.otherUsers, or keep them out of the group of the run folder"
        ),
        "failed_handshakes": (
            "connections that speak no or another protocol, or do not know the key of the bus",
            "look who connects to the port of [remote]; clients need the public key of the bus: navbus keys show"
        ),
        "excess_connections": (
            "connections beyond the bound", "raise access.peers, or find who opens so many"
        ),
        "cut_connections": (
            "connections ended for what came over them",
            "look at the program at their other end: it sends no messages of navbus"
        ),
        "unaccepted_connections": (
            "connections without a file descriptor left", "raise the limit of open files (ulimit -n) of the run"
        ),
        "forbidden_requests": (
            "requests outside the rights of who asked",
            "give the role in the control's manifest, with navbus keys allow, or in access.otherUsers"
        ),
        "oversized_requests": ("requests that were too large", "look who sends them: navbus tap --only control"),
        "forbidden_subscriptions": (
            "subscriptions outside the rights of who made them",
            "allow the topics to the key with navbus keys allow, or let the tap ask for fewer"
        ),
        "excess_subscriptions": ("subscriptions beyond the bound of a connection", "subscribe to whole topics"),
        "throttled_requests": (
            "requests that came too fast", "raise access.requestsPerSecond, or let who asks pause between"
        ),
        "impostor_reports": (
            "requests under the name of another control", "start the control through the run, or give it another name"
        ),
        "malformed_requests": (
            "requests that could not be read",
            "update the program that sends them, or end it: navbus tap --only control"
        ),
        "malformed_subscriptions": (
            "subscriptions that make no sense", "update the program that subscribes, or end it"
        ),
        "refused_connections": ("connections refused", "see the counters beside it"),
        "unreadable_key_lists": ("lists of allowed keys that could not be read", "navbus keys list names the line"),
    ]

    /// Everything that has happened at least once, in order of name.
    static func all(in status: BusStatus) -> [BusTrouble] {
        status.counters.filter { $0.value > 0 && !ordinary.contains($0.key) }.sorted { $0.key < $1.key }.map {
            name, count in
            let known = access[name]
            return BusTrouble(
                counter: name, count: count, isAboutAccess: known != nil,
                text: known?.text ?? name.split(separator: "_").joined(separator: " "),
                remedy: known?.remedy ?? "navbus tap --only control shows them as they happen")
        }
    }
}
