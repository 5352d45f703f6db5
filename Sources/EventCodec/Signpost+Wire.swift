public import NavigationEvents

extension Signpost: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "destinations", destinations)
        sink.strings(2, "refs", refs)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Signpost()
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.strings("destinations", appendingTo: &destinations)
            case 2: try reader.strings("refs", appendingTo: &refs)
            default: try reader.skip()
            }
        }
    }
}
