package import NavigationEvents

/// The topic frames of one session: its topics, and two private ones of the kit.
package struct WireNames {
    /// Prefix of the topics of snapshots, `~snap/<session>/<id>`: of the request and of the answer.
    package static let snapshotPrefix = "~snap/"

    /// The first frame of each topic, in the order of ``Topic/allCases``.
    package let topics: [[UInt8]]
    /// The topic of the heartbeat, which contains the newest sequences.
    package let heartbeat: [UInt8]

    package init(_ session: Session) {
        topics = Topic.allCases.map { Array($0.wireName(session: session).utf8) }
        heartbeat = Array(Self.heartbeat(session).utf8)
    }

    /// Prefix of the heartbeats of all sessions.
    package static let heartbeatPrefix = "~beat/"

    package static func heartbeat(_ session: Session) -> String { heartbeatPrefix + session.name }

    package static func snapshot(_ session: Session, id: String) -> String { "\(snapshotPrefix)\(session.name)/\(id)" }

    /// The session of a snapshot topic; `nil` if the topic is another one.
    package static func snapshotSession(in topic: String) -> Session? {
        snapshotParts(of: topic).flatMap { Session($0.session) }
    }

    /// The id in a snapshot topic; `nil` if the topic is another one.
    package static func snapshotID(in topic: String) -> String? { snapshotParts(of: topic)?.id }

    /// Minimum bytes of an id that is safe from guessing. The ids of the kit are longer, so that no peer catches the
    /// answer to another one with a prefix.
    package static let unguessableBytes = 16

    private static func snapshotParts(of topic: String) -> (session: String, id: String)? {
        guard topic.hasPrefix(snapshotPrefix) else { return nil }
        let parts = topic.dropFirst(snapshotPrefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// The topics without the session, in the order of ``Topic/allCases``, and that of heartbeats.
    package static let prefixes = Topic.allCases.map { Array("\($0.rawValue)/".utf8) } + [Array(heartbeatPrefix.utf8)]

    /// Whether a subscription to this prefix can match a topic of any session, also of a later one.
    package static func isMeaningful(prefix: [UInt8]) -> Bool {
        prefixes.contains { kind in
            guard prefix.starts(with: kind) else { return kind.starts(with: prefix) }
            let name = prefix.dropFirst(kind.count)
            return name.isEmpty || Session(String(decoding: name, as: UTF8.self)) != nil
        }
    }
}
