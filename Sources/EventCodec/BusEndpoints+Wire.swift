public import NavigationEvents

extension BusEndpoints: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "requests", requests)
        sink.string(2, "events", events)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(requests: "", events: "")
        while let field = try reader.nextField() {
            switch field {
            case 1: requests = try reader.string("requests")
            case 2: events = try reader.string("events")
            default: try reader.skip()
            }
        }
    }
}
