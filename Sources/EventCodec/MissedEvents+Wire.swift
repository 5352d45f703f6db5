public import NavigationEvents

extension MissedEvents: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.string(2, "topic", topic.rawValue)
        sink.uint64(3, "first", first)
        sink.uint64(4, "last", last)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var topic: Topic?
        var first: UInt64 = 0
        var last: UInt64 = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: topic = try reader.topic("topic")
            case 3: first = try reader.uint64("first")
            case 4: last = try reader.uint64("last")
            default: try reader.skip()
            }
        }
        guard first <= last else {
            throw WireReader.failure(.outOfRange("the run \(first)...\(last)"), "last", at: reader.position)
        }
        try self.init(
            session: reader.require(session, "session"), topic: reader.require(topic, "topic"), first: first, last: last
        )
    }
}
