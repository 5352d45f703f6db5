import Platform

/// The name, the subjects and the limits of a stream.
public struct StreamSettings: Sendable, Hashable {
    /// Where the messages are stored.
    public enum Storage: String, Sendable, Hashable {
        /// In files. The server syncs them every two minutes; servers from 2.10 on have the option `sync_interval`.
        case file
        /// In memory.
        case memory
    }

    /// The treatment of a message when the stream is full.
    public enum Discard: String, Sendable, Hashable {
        /// The oldest messages are deleted.
        case old
        /// The new message is refused.
        case new
    }

    /// The name: letters, digits, `-` and `_`.
    public var name: String
    /// The subjects, which may have wildcards. No other stream may have one of them.
    public var subjects: [String]
    /// The number of servers that store each message: 1, 3 or 5.
    public var replicas = 1
    /// Where the messages are stored.
    public var storage = Storage.file
    /// The age at which messages are deleted; `nil` for none.
    public var maxAge: Duration?
    /// The most bytes of all messages; `nil` for no limit.
    public var maxBytes: Int?
    /// The most messages of each subject; older ones are deleted. `nil` for no limit.
    public var maxMessagesPerSubject: Int?
    /// How long a message id is remembered; at most ``maxAge``.
    public var duplicateWindow: Duration = .seconds(120)
    /// The treatment of a message when the stream is full.
    public var discard = Discard.old
    /// Whether no message can be deleted before its age. It cannot be changed later.
    public var isDeletionDenied = false
    /// Whether a message with the header `Nats-Rollup` may replace all earlier messages of its subject.
    public var allowsRollup = false
    /// Whether every replica answers `DIRECT.GET`, possibly with an older message than the leader.
    public var allowsDirectReads = false

    /// Makes settings with the defaults.
    public init(name: String, subjects: [String]) { (self.name, self.subjects) = (name, subjects) }

    var json: JSONText {
        [
            "name": .string(name), "subjects": .array(subjects.map(JSONText.string)), "retention": "limits",
            "max_consumers": -1, "max_msgs": -1, "max_bytes": .integer(maxBytes ?? -1),
            "max_age": .integer(maxAge?.nanoseconds ?? 0),
            "max_msgs_per_subject": .integer(maxMessagesPerSubject ?? -1), "max_msg_size": -1,
            "discard": .string(discard.rawValue), "storage": .string(storage.rawValue),
            "num_replicas": .integer(replicas),
            "duplicate_window": .integer(min(duplicateWindow, maxAge ?? duplicateWindow).nanoseconds),
            "deny_delete": .bool(isDeletionDenied), "allow_rollup_hdrs": .bool(allowsRollup),
            "allow_direct": .bool(allowsDirectReads),
        ]
    }
}

/// The content of a stream at a moment.
public struct StreamState: Sendable, Hashable {
    /// The number of messages.
    public var messageCount: UInt64
    /// The bytes of the messages with their headers and subjects.
    public var byteCount: UInt64
    /// The sequence of the first message.
    public var firstSequence: UInt64
    /// The sequence of the last message, also if it has been deleted since; 0 if there never was one.
    public var lastSequence: UInt64
    /// The name of the server that leads the stream; `nil` without a cluster, or during an election.
    public var leader: String?
}

extension Duration {
    /// Nanoseconds.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}
