public import NavigationEvents

extension SpeedLimitSpan: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "span", span)
        sink.message(2, "limit", limit)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var span: GeometrySpan?
        var limit: SpeedLimit?
        while let field = try reader.nextField() {
            switch field {
            case 1: span = try reader.message("span")
            case 2: limit = try reader.message("limit")
            default: try reader.skip()
            }
        }
        try self.init(
            span: reader.require(span, "span"), limit: reader.require(limit, "limit"))
    }
}
