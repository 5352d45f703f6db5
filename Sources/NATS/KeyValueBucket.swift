/// Values by key, with revisions: a stream with one message for each key. Other clients of NATS see the same bucket.
///
/// All reads are answered by the leader. All calls block, and can be made from any thread.
public struct KeyValueBucket: Sendable {
    /// The name and the limits of a bucket.
    public struct Settings: Sendable, Hashable {
        /// The name: letters, digits, `-` and `_`.
        public var name: String
        /// The time after which a value is deleted, unless it is written again: at least 100 ms; `nil` for never.
        public var timeToLive: Duration?
        /// The number of servers that store each value: 1, 3 or 5.
        public var replicas = 1
        /// Where the values are stored.
        public var storage = StreamSettings.Storage.file
        /// The most bytes of all values; `nil` for no limit.
        public var maxBytes: Int?

        /// Makes settings with the defaults.
        public init(name: String) { self.name = name }
    }

    /// A value of a bucket.
    public struct Entry: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The value.
        public let value: [UInt8]
        /// The revision: greater than all earlier ones of the bucket.
        public let revision: UInt64
        /// The time at which the leader stored the value: nanoseconds since 1970-01-01T00:00:00Z.
        public let nanosecondsSinceEpoch: Int64
    }

    private let jetStream: JetStream
    private let stream: String
    private let prefix: String
    private var timeout: Duration

    /// Creates the bucket, or gives the existing one these limits.
    ///
    /// - Parameter timeout: The longest wait of each call.
    public init(
        ensuring settings: Settings, in jetStream: JetStream, timeout: Duration = .seconds(5)
    ) throws(NATSError) {
        (stream, prefix) = ("KV_\(settings.name)", "$KV.\(settings.name).")
        (self.jetStream, self.timeout) = (jetStream, timeout)
        var log = StreamSettings(name: stream, subjects: ["\(prefix)>"])
        (log.replicas, log.storage, log.maxBytes) = (settings.replicas, settings.storage, settings.maxBytes)
        (log.maxAge, log.maxMessagesPerSubject, log.discard) = (settings.timeToLive, 1, .new)
        (log.isDeletionDenied, log.allowsRollup, log.allowsDirectReads) = (true, true, true)
        try jetStream.ensureStream(log)
    }

    /// The bucket with another longest wait of each call.
    public func waiting(atMost timeout: Duration) -> KeyValueBucket {
        var bucket = self
        bucket.timeout = timeout
        return bucket
    }

    /// The subject of a key: a message published there becomes its value, and its sequence the revision.
    public func subject(of key: String) -> String { prefix + key }

    /// Writes a value, whatever the key had before.
    ///
    /// - Returns: The revision.
    @discardableResult
    public func put(_ key: String, _ value: [UInt8]) throws(NATSError) -> UInt64 {
        try publish(key, value, revision: nil)
    }

    /// Writes the value of a key that has none: never had, deleted or expired.
    ///
    /// - Returns: The revision.
    /// - Throws: ``NATSError/keyExists(key:)``. After a timeout, the value may have been written.
    public func create(_ key: String, _ value: [UInt8]) throws(NATSError) -> UInt64 {
        do throws(NATSError) {
            return try publish(key, value, revision: 0)
        } catch .wrongLastSequence {
            // The last message of a deleted key says so.
            let last = try jetStream.lastMessage(stream, subject: prefix + key, timeout: timeout)
            if let last, last.isValue { throw .keyExists(key: key) }
            do throws(NATSError) {
                return try publish(key, value, revision: last?.sequence ?? 0)
            } catch .wrongLastSequence {
                throw .keyExists(key: key)
            }
        }
    }

    /// Writes the value of a key whose last revision the caller knows.
    ///
    /// - Parameter revision: The last revision of the key.
    /// - Returns: The new revision.
    /// - Throws: ``NATSError/wrongLastSequence(subject:)`` if the key has another revision, or has expired. After a timeout, the
    ///   value may have been written.
    public func update(_ key: String, _ value: [UInt8], revision: UInt64) throws(NATSError) -> UInt64 {
        try publish(key, value, revision: revision)
    }

    /// The value of a key; `nil` if it has none.
    public func get(_ key: String) throws(NATSError) -> Entry? {
        try jetStream.lastMessage(stream, subject: prefix + key, timeout: timeout).flatMap(entry)
    }

    /// Deletes the value of a key.
    ///
    /// - Parameter revision: The last revision of the key; `nil` for any.
    /// - Throws: ``NATSError/wrongLastSequence(subject:)`` if the key has another revision.
    public func delete(_ key: String, revision: UInt64? = nil) throws(NATSError) {
        _ = try publish(key, [], revision: revision, headers: [.init(Self.operation, "DEL")])
    }

    /// All keys that have a value, in the order of their revisions.
    public func keys() throws(NATSError) -> [String] { try read(isHeadersOnly: true).map(\.key) }

    /// All values, in the order of their revisions, in one read.
    public func entries() throws(NATSError) -> [Entry] { try read(isHeadersOnly: false) }

    private func read(isHeadersOnly: Bool) throws(NATSError) -> [Entry] {
        let reader = try jetStream.reader(
            stream, subject: "\(prefix)>", from: .lastPerSubject, isHeadersOnly: isHeadersOnly, timeout: timeout)
        var entries: [Entry] = []
        while reader.pending > 0 {
            guard let message = try reader.next(timeout: timeout) else {
                throw .timeout(operation: "read the bucket \(stream)")
            }
            // A key that was written meanwhile comes again.
            if let entry = entry(message) { entries.append(entry) }
        }
        return entries
    }

    private func entry(_ message: LoggedMessage) -> Entry? {
        guard message.isValue else { return nil }
        return Entry(
            key: String(message.subject.dropFirst(prefix.count)), value: message.payload, revision: message.sequence,
            nanosecondsSinceEpoch: message.nanosecondsSinceEpoch)
    }

    private func publish(
        _ key: String, _ value: [UInt8], revision: UInt64?, headers: [NATSMessage.Header] = []
    ) throws(NATSError) -> UInt64 {
        try jetStream.publish(
            prefix + key, value, expectedLastSubjectSequence: revision, headers: headers, timeout: timeout
        ).sequence
    }

    fileprivate static let operation = "KV-Operation"
}

extension LoggedMessage {
    /// Whether the message is a value of a bucket, not the mark of a deletion.
    fileprivate var isValue: Bool { header(KeyValueBucket.operation) == nil }
}
