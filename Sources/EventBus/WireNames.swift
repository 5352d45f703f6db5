import NavigationEvents

/// The first frames of one session: its topics, and two private ones of the kit.
struct WireNames {
    /// Prefix of the topics on which a snapshot is asked for and answered, `~snap/<session>/<id>`.
    static let snapshotPrefix = "~snap/"

    /// The first frame of each topic, in the order of ``Topic/allCases``.
    let topics: [[UInt8]]
    /// The first frame of the heartbeat, which names the latest sequences.
    let beat: [UInt8]

    init(_ session: Session) {
        topics = Topic.allCases.map { Array($0.wireName(session: session).utf8) }
        beat = Array(Self.beat(session).utf8)
    }

    /// Prefix of the heartbeats of all sessions.
    static let beatPrefix = "~beat/"

    static func beat(_ session: Session) -> String { beatPrefix + session.name }

    static func snapshot(_ session: Session, id: String) -> String { "\(snapshotPrefix)\(session.name)/\(id)" }

    /// The session whose snapshot a topic asks for; `nil` if it asks for none.
    static func snapshotSession(in topic: String) -> Session? {
        snapshotParts(of: topic).flatMap { Session($0.session) }
    }

    /// The id in a topic that asks for a snapshot; `nil` if it asks for none.
    static func snapshotID(in topic: String) -> String? { snapshotParts(of: topic)?.id }

    /// An id of the kit is longer, so nobody can guess the beginning of another's and catch its answer.
    static let unguessableBytes = 16

    private static func snapshotParts(of topic: String) -> (session: String, id: String)? {
        guard topic.hasPrefix(snapshotPrefix) else { return nil }
        let parts = topic.dropFirst(snapshotPrefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// What stands before the name of the session, for each topic in the order of ``Topic/allCases``, and for heartbeats.
    static let prefixes = Topic.allCases.map { Array("\($0.rawValue)/".utf8) } + [Array(beatPrefix.utf8)]

    /// Whether a subscription to this prefix can match something of a session, also of one that is opened later.
    static func isMeaningful(prefix: [UInt8]) -> Bool {
        prefixes.contains { kind in
            guard prefix.starts(with: kind) else { return kind.starts(with: prefix) }
            let name = prefix.dropFirst(kind.count)
            return name.isEmpty || Session(String(decoding: name, as: UTF8.self)) != nil
        }
    }
}

extension Topic {
    /// Place in ``allCases``.
    var place: Int {
        switch self {
        case .onGPS: 0
        case .onNavigation: 1
        case .onNavigationStarted: 2
        case .onNavigationStopped: 3
        case .onControl: 4
        case .onCommand: 5
        case .onHeading: 6
        }
    }
}

/// Some of the topics.
struct TopicSet: Sendable, Hashable {
    private var bits: UInt8 = 0

    init(_ topics: [Topic]) {
        for topic in topics { bits |= 1 << UInt8(topic.place) }
    }

    func contains(_ topic: Topic) -> Bool { bits & 1 << UInt8(topic.place) != 0 }
}
