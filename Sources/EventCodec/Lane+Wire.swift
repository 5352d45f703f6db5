public import NavigationEvents

extension Lane: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.messages(1, "directions", directions)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var directions: [LaneDirection] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: try directions.append(reader.message("directions"))
            default: try reader.skip()
            }
        }
        self.init(
            directions: directions)
    }
}
