package import NavigationEvents

/// A counter of the bus for refusals or errors of one kind, with its explanation.
package struct BusProblem {
    /// The name of the counter, such as "foreign_users".
    package var counter: String
    package var count: UInt64
    /// Whether it counts refusals, by permissions or limits.
    package var isAboutAccess: Bool
    /// The events that the counter counts.
    var text: String
    /// The remedy.
    var remedy: String

    /// Counters of ordinary traffic, which are no problem.
    private static let ordinary: Set<String> = [
        "published", "requests", "resent_events", "snapshots", "repair_requests", "repeated_reports", "heartbeats",
        // Receivers lose satellites between buildings; guidance waits for better fixes.
        "rejected_fixes",
    ]

    /// The explanation and the remedy of each counter of refusals.
    private static let access: [String: (text: String, remedy: String)] = [
        "unknown_keys": (
            "connections with a key that is not allowed",
            "navbus keys list shows the allowed ones, navbus keys allow adds one"
        ),
        "foreign_users": (
            "connections of other users of this machine",
            "set the roles of other users in access.otherUsers, or keep them out of the group of the run folder"
        ),
        "failed_handshakes": (
            "connections with another protocol or none, or without the public key of the bus",
            "check which programs connect to the port of [remote]; clients need the key of navbus keys show"
        ),
        "excess_connections": (
            "more connections than allowed", "raise access.peers, or find the program that opens so many"
        ),
        "cut_connections": (
            "connections ended because of the data on them",
            "the program at the other end sends no messages of navbus: update or end it"
        ),
        "unaccepted_connections": (
            "connections without a file descriptor left", "raise the limit of open files (ulimit -n) of the run"
        ),
        "forbidden_requests": (
            "requests that the role of the sender does not permit",
            "give the role in the control's manifest, with navbus keys allow, or in access.otherUsers"
        ),
        "oversized_requests": ("requests that were too large", "navbus tap --only control shows the sender"),
        "forbidden_subscriptions": (
            "subscriptions to topics that the key does not permit",
            "allow the topics with navbus keys allow --topic, or subscribe to fewer"
        ),
        "excess_subscriptions": ("more subscriptions than one connection may have", "subscribe to whole topics"),
        "throttled_requests": (
            "requests that came too fast", "raise access.requestsPerSecond, or pause between requests"
        ),
        "impostor_reports": (
            "reports under the name of a control that the run has started",
            "let the run start the control, or give the program another name"
        ),
        "malformed_requests": (
            "requests that could not be read",
            "update or end the program that sends them; navbus tap --only control shows it"
        ),
        "malformed_subscriptions": (
            "subscriptions that could not be read", "update or end the program that subscribes"
        ),
        "refused_connections": ("connections refused", "see the other counters for the reason"),
        "unreadable_key_lists": ("lists of allowed keys that could not be read", "navbus keys list names the line"),
    ]

    /// All counters of problems that are not zero, sorted by name.
    package static func all(in status: BusStatus) -> [BusProblem] {
        status.counters.filter { $0.value > 0 && !ordinary.contains($0.key) }.sorted { $0.key < $1.key }.map {
            name, count in
            let known = access[name]
            return BusProblem(
                counter: name, count: count, isAboutAccess: known != nil,
                text: known?.text ?? name.split(separator: "_").joined(separator: " "),
                remedy: known?.remedy ?? "navbus tap --only control shows them as they happen")
        }
    }
}
