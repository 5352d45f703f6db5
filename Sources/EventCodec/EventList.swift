import NavigationEvents

/// The events of a reply.
struct EventList: DescribedMessage {
    var events: [Envelope]
    /// The numbers of the envelopes with an event of a later version.
    var unknown: [EventNumbers] = []

    init(_ events: [Envelope]) { self.events = events }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.messages(1, "events", events)
    }

    init(from reader: inout WireReader) throws(WireError) {
        events = []
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.knownEnvelope("events", appendingTo: &events, unknown: &unknown)
            default: try reader.skip()
            }
        }
    }
}

extension WireReader {
    /// Reads an envelope of a list; of an event of a later version, only the numbers.
    mutating func knownEnvelope(
        _ name: StaticString, appendingTo envelopes: inout [Envelope], unknown: inout [EventNumbers]
    ) throws(WireError) {
        try nested(name) { (reader) throws(WireError) in
            var again = reader
            if let envelope = try Envelope.ifKnown(from: &reader) {
                envelopes.append(envelope)
            } else if let numbers = try EventNumbers.ifUnknown(from: &again) {
                unknown.append(numbers)
            }
        }
    }
}
