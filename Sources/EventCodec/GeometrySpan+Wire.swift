public import NavigationEvents

extension GeometrySpan: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "fromIndex", fromIndex)
        sink.int32(2, "toIndex", toIndex)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var fromIndex: Int = 0
        var toIndex: Int = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: fromIndex = try reader.int("fromIndex")
            case 2: toIndex = try reader.int("toIndex")
            default: try reader.skip()
            }
        }
        self.init(
            fromIndex: fromIndex, toIndex: toIndex)
    }
}
