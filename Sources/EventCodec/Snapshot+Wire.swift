public import NavigationEvents

extension Snapshot: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.string(2, "session", session.name)
        sink.uint64(3, "sequence", sequence)
        let sequences = topicSequences.map { topic, sequence in (topic.rawValue, sequence) }
        sink.map(4, "topicSequences", Dictionary(uniqueKeysWithValues: sequences))
        sink.messages(5, "latest", latest)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var run: UInt64 = 0
        var session: Session?
        var sequence: UInt64 = 0
        var topicSequences: [String: UInt64] = [:]
        var latest: [Envelope] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: session = try reader.session("session")
            case 3: sequence = try reader.uint64("sequence")
            case 4: try reader.entry("topicSequences", of: &topicSequences)
            case 5: try reader.knownEnvelope("latest", appendingTo: &latest)
            default: try reader.skip()
            }
        }
        // Topics of later versions are left out: this one cannot subscribe to them either.
        let known = topicSequences.compactMap { name, sequence in Topic(rawValue: name).map { ($0, sequence) } }
        try self.init(
            run: run, session: reader.require(session, "session"), sequence: sequence,
            topicSequences: Dictionary(known) { _, last in last }, latest: latest)
    }
}
