public import NavigationEvents

extension SessionQuery: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "first", first)
        sink.uint32(2, "most", most)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(first: "", most: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: first = try reader.string("first")
            case 2: most = try reader.uint32("most")
            default: try reader.skip()
            }
        }
    }
}
