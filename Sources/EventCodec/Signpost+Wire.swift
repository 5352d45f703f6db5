public import NavigationEvents

extension Signpost: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "destinations", destinations)
        sink.strings(2, "refs", refs)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var destinations: [String] = []
        var refs: [String] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: try destinations.append(reader.string("destinations"))
            case 2: try refs.append(reader.string("refs"))
            default: try reader.skip()
            }
        }
        self.init(
            destinations: destinations, refs: refs)
    }
}
