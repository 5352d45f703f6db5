public import NavigationEvents

extension Snapshot: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.string(2, "session", session.name)
        sink.uint64(3, "sequence", sequence)
        let sequences = Topic.allCases.compactMap { topic in
            topicSequences[topic].map { TopicSequence(topic: topic.rawValue, sequence: $0) }
        }
        sink.messages(4, "topicSequences", sequences)
        sink.messages(5, "latest", latest)
        sink.int32(6, "processId", Int(processID))
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var run: UInt64 = 0
        var session: Session?
        var sequence: UInt64 = 0
        var topicSequences: [Topic: UInt64] = [:]
        var latest: [Envelope] = []
        var unknown: [EventNumbers] = []
        var processID: Int32 = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: session = try reader.session("session")
            case 3: sequence = try reader.uint64("sequence")
            case 4:
                let entry: TopicSequence = try reader.message("topicSequences")
                // A topic of a later version is omitted: this version cannot subscribe to it.
                if let topic = Topic(rawValue: entry.topic) { topicSequences[topic] = entry.sequence }
            case 5: try reader.knownEnvelope("latest", appendingTo: &latest, unknown: &unknown)
            case 6: processID = try reader.int32("processId")
            default: try reader.skip()
            }
        }
        try self.init(
            run: run, session: reader.require(session, "session"), sequence: sequence,
            topicSequences: topicSequences, latest: latest, processID: processID)
    }
}

/// The newest sequence of a topic.
struct TopicSequence: DescribedMessage {
    var topic: String
    var sequence: UInt64

    init(topic: String, sequence: UInt64) {
        self.topic = topic
        self.sequence = sequence
    }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "topic", topic)
        sink.uint64(2, "sequence", sequence)
    }

    init(from reader: inout WireReader) throws(WireError) {
        topic = ""
        sequence = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: topic = try reader.string("topic")
            case 2: sequence = try reader.uint64("sequence")
            default: try reader.skip()
            }
        }
    }
}
