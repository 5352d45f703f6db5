import NavigationEvents

/// A stream of messages of one topic: the content of a channel record.
struct Channel: Hashable {
    var id: UInt16
    var schema: UInt16
    var topic: String
    var encoding = "protobuf"
    var metadata: [String: String] = [:]

    func write(to target: inout RecordBytes) {
        target.record(.channel) {
            $0.number(id)
            $0.number(schema)
            $0.text(topic)
            $0.text(encoding)
            $0.map(metadata)
        }
    }

    static func read(_ content: inout RecordCursor) throws(RecordCursor.EndOfBytes) -> Channel {
        let id = try content.number(UInt16.self)
        let schema = try content.number(UInt16.self)
        let topic = try content.text()
        let encoding = try content.text()
        return try Channel(id: id, schema: schema, topic: topic, encoding: encoding, metadata: content.map())
    }
}

extension Channel {
    /// Topic and session, if the channel carries events: `onGPS/main`; `nil` if not.
    var eventName: (topic: Topic, session: Session)? {
        let words = topic.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, let topic = Topic(rawValue: String(words[0])), let session = Session(String(words[1]))
        else { return nil }
        return (topic, session)
    }
}

/// The channels of a recording; a name has the same id in all parts.
struct ChannelTable {
    /// Prefix of the names of channels with positions for maps.
    static let positionPrefix = "/position/"

    private var ids: [String: Channel] = [:]
    private var events: [Session: [Topic: Channel]] = [:]

    /// The channel of a topic of a session: `onGPS/main`.
    mutating func event(_ topic: Topic, _ session: Session) -> Channel {
        if let known = events[session]?[topic] { return known }
        let made = named(topic.wireName(session: session), schema: 1, session: session)
        events[session, default: [:]][topic] = made
        return made
    }

    /// The channel of a session's positions for maps: `/position/main`.
    mutating func position(_ session: Session) -> Channel {
        named(Self.positionPrefix + session.name, schema: 2, session: session)
    }

    /// The channel of gaps.
    mutating func gap() -> Channel { named(RecordingGap.channelName, schema: 3, session: nil) }

    private mutating func named(_ topic: String, schema: UInt16, session: Session?) -> Channel {
        if let known = ids[topic] { return known }
        let metadata = session.map { ["session": $0.name] } ?? [:]
        let made = Channel(id: UInt16(clamping: ids.count + 1), schema: schema, topic: topic, metadata: metadata)
        ids[topic] = made
        return made
    }
}
