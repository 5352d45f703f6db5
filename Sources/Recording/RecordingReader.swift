import EventCodec
public import NavigationEvents

/// Reads the events of a recording in the order of publishing, from complete and truncated files and from their tails.
public struct RecordingReader: ~Copyable {
    private let options: ReadingOptions
    private var waiting: ArraySlice<String>
    private var part: PartReader?
    private var kinds: [Channel: Kind] = [:]
    /// The loss by damage so far.
    private(set) var loss = DamageLoss()

    /// The gaps read so far, which the recorder noted.
    public private(set) var gaps: [RecordingGap] = []
    /// Number of messages of unknown channels so far, by the name of the channel.
    public private(set) var ignoredMessages: [String: UInt64] = [:]
    /// Number of bytes outside of complete records so far, at the truncated end of a file or tail.
    public private(set) var tornBytes = 0
    /// The metadata of each part opened so far, which the recorder wrote.
    public private(set) var metadata: [[String: String]] = []
    /// The state of each session at the beginning of the first part.
    public private(set) var states: [Snapshot] = []
    /// Number of events so far that only a tail contained.
    public private(set) var eventsFromTail: UInt64 = 0
    /// Total size of the files opened so far.
    public private(set) var bytes = 0
    /// Whether the recorder finished every file opened so far.
    public private(set) var isWhole = true

    /// The kind of messages of a channel.
    private enum Kind {
        case event(Topic, Session)
        case gap
        case position
        case foreign
    }

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - paths: The parts in order (``parts(of:)`` finds them), or one file.
    ///   - options: The selection of events.
    /// - Throws: ``RecordingError`` if the first file cannot be read or is not an MCAP file.
    public init(_ paths: [String], options: ReadingOptions = ReadingOptions()) throws(RecordingError) {
        self.options = options
        waiting = paths[...]
        try openNext()
        states = part?.states ?? []
    }

    /// The next event; `nil` at the end.
    ///
    /// - Throws: ``RecordingError`` for damage and for objects above the maximum size. The next call continues after
    ///   it.
    public mutating func next() throws(RecordingError) -> RecordedEvent? {
        while true {
            guard let part else {
                if waiting.isEmpty { return nil }
                try openNext()
                continue
            }
            guard let message = try next(of: part) else {
                loss.noteEnd(of: part)
                tornBytes += part.tornBytes
                self.part = nil
                continue
            }
            if let event = take(message, of: part) { return event }
        }
    }

    private mutating func next(of part: PartReader) throws(RecordingError) -> PartReader.Message? {
        do {
            return try part.next()
        } catch {
            loss.note(error, in: part)
            throw error
        }
    }

    private mutating func openNext() throws(RecordingError) {
        guard let path = waiting.popFirst() else { return }
        let opened: PartReader
        do {
            opened = try PartReader(path, from: options.from?.logTime ?? 0, maxBytes: options.maxChunkBytes)
        } catch {
            isWhole = false
            loss.note(error, in: nil)
            throw error
        }
        part = opened
        kinds = [:]
        bytes += opened.file.size
        isWhole = isWhole && opened.isWhole
        metadata.append(opened.metadata)
    }

    private mutating func take(_ message: PartReader.Message, of part: PartReader) -> RecordedEvent? {
        switch kind(of: message.channel, in: part) {
        case .event(let topic, let session):
            loss.noteEvent()
            guard options.topics.contains(topic), options.sessions?.contains(session) ?? true else { return nil }
            if message.isFromTail { eventsFromTail += 1 }
            return RecordedEvent(
                topic: topic, session: session, logTime: Timestamp(logTime: message.logTime), bytes: message.data)
        case .gap:
            if let gap = RecordingGap(wireBytes: message.data) { gaps.append(gap) }
        case .position: break
        case .foreign: ignoredMessages[message.channel.topic, default: 0] += 1
        }
        return nil
    }

    private mutating func kind(of channel: Channel, in part: PartReader) -> Kind {
        if let known = kinds[channel] { return known }
        let found = Self.kind(of: channel, schema: part.schemas[channel.schema]?.name)
        kinds[channel] = found
        return found
    }

    /// The kind of a channel. A schema that was lost with the beginning of the file is assumed to be the right one.
    private static func kind(of channel: Channel, schema: String?) -> Kind {
        guard channel.encoding == "protobuf" else { return .foreign }
        if schema == RecordingGap.schemaName || schema == nil && channel.topic == RecordingGap.channelName {
            return .gap
        }
        if schema == LocationFix.schemaName, channel.topic.hasPrefix(ChannelTable.positionPrefix) { return .position }
        guard schema == Schema.envelopeName || schema == nil, let (topic, session) = channel.eventName else {
            return .foreign
        }
        return .event(topic, session)
    }
}

extension PartReader {
    /// The states of the sessions at the beginning of the part, without unreadable ones.
    fileprivate var states: [Snapshot] {
        attachments.filter { $0.name.hasPrefix(PartState.namePrefix) }.compactMap { attachment in
            let read = Result { () throws(WireError) in try Snapshot(wireBytes: attachment.data) }
            return switch read {
            case .success(let snapshot): snapshot
            case .failure: nil
            }
        }
    }
}
