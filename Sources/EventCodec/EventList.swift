import NavigationEvents

/// The events of a reply.
struct EventList: DescribedMessage {
    var events: [Envelope]

    init(_ events: [Envelope]) { self.events = events }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.messages(1, "events", events)
    }

    init(from reader: inout WireReader) throws(WireError) {
        events = []
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.knownEnvelope("events", appendingTo: &events)
            default: try reader.skip()
            }
        }
    }
}

extension WireReader {
    /// Reads an envelope of a list; one with an event of a later version is left out.
    mutating func knownEnvelope(_ name: StaticString, appendingTo envelopes: inout [Envelope]) throws(WireError) {
        let envelope = try nested(name) { (reader) throws(WireError) in try Envelope.ifKnown(from: &reader) }
        if let envelope { envelopes.append(envelope) }
    }
}
