public import NavigationEvents

extension Lane: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.messages(1, "directions", list)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(LaneDirectionList())
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.messages("directions", appendingTo: &list)
            default: try reader.skip()
            }
        }
    }
}
