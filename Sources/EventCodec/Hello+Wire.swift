public import NavigationEvents

extension Hello: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "control", control)
        sink.uint32(2, "contractVersion", contractVersion)
        sink.string(3, "session", session.name)
        sink.strings(4, "topics", topics.map(\.rawValue))
        sink.int32(5, "processId", Int(processID))
        sink.bool(6, "takesCommands", acceptsCommands)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var control: String = ""
        var contractVersion: UInt32 = 0
        var session: Session?
        var topics: [Topic] = []
        var processID: Int32 = 0
        var acceptsCommands = false
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: contractVersion = try reader.uint32("contractVersion")
            case 3: session = try reader.session("session")
            case 4:
                // This version publishes no topic of a later one.
                if let topic = try Topic(rawValue: reader.string("topics")) { topics.append(topic) }
            case 5: processID = try reader.int32("processId")
            case 6: acceptsCommands = try reader.bool("takesCommands")
            default: try reader.skip()
            }
        }
        try self.init(
            control: control, contractVersion: contractVersion, session: reader.require(session, "session"),
            topics: topics, processID: processID, acceptsCommands: acceptsCommands)
    }
}
