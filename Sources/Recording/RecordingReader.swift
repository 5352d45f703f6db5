import EventCodec
public import NavigationEvents

/// Reads the events of a recording in the order of publishing: whole files, cut ones, and what their tails hold.
public struct RecordingReader: ~Copyable {
    private let options: ReadingOptions
    private var waiting: ArraySlice<String>
    private var part: PartReader?
    private var kinds: [Channel: Kind] = [:]
    /// What damage took so far.
    private(set) var loss = DamageLoss()

    /// Gaps read so far: the recorder's own word on what it could not write.
    public private(set) var gaps: [RecordingGap] = []
    /// Messages passed over so far, by the name of their channel: they are not events of navbus.
    public private(set) var passedOver: [String: UInt64] = [:]
    /// Bytes read so far that belong to no whole record: the cut end of a file or of a tail.
    public private(set) var tornBytes = 0
    /// What the recorder wrote about itself, of each part opened so far.
    public private(set) var metadata: [[String: String]] = []
    /// The state of each session at the beginning of the first part: what came before it, if anything did.
    public private(set) var states: [Snapshot] = []
    /// Events read so far that only a tail held.
    public private(set) var eventsFromTail: UInt64 = 0
    /// Bytes of the files opened so far.
    public private(set) var bytes = 0
    /// Whether every file opened so far was finished by its recorder.
    public private(set) var isWhole = true

    /// What a channel carries.
    private enum Kind {
        case event(Topic, Session)
        case gap
        case position
        case foreign
    }

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - paths: Its parts in order (``parts(of:)`` finds them), or one file.
    ///   - options: What is wanted of it.
    /// - Throws: ``RecordingError`` if the first one cannot be read or is no MCAP file.
    public init(_ paths: [String], options: ReadingOptions = ReadingOptions()) throws(RecordingError) {
        self.options = options
        waiting = paths[...]
        try openNext()
        states = part?.states ?? []
    }

    /// The next event; `nil` at the end.
    ///
    /// - Throws: ``RecordingError`` at a place that is damaged, or more than is taken. The reader then stands behind
    ///   it: who calls again goes on with what is readable.
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
            opened = try PartReader(path, from: options.from?.logTime ?? 0, most: options.mostChunkBytes)
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
        case .foreign: passedOver[message.channel.topic, default: 0] += 1
        }
        return nil
    }

    private mutating func kind(of channel: Channel, in part: PartReader) -> Kind {
        if let known = kinds[channel] { return known }
        let found = Self.kind(of: channel, schema: part.schemas[channel.schema]?.name)
        kinds[channel] = found
        return found
    }

    /// A schema that is lost with the beginning of the file is taken for the right one: the bytes will tell.
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
    /// The states of the sessions at the beginning of the part; one that is not readable is left out.
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
