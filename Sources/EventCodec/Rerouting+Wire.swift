public import NavigationEvents

extension Rerouting: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "attempts", attempts)
        sink.string(2, "failure", failure)
        sink.message(3, "request", ifPresent: request)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init()
        while let field = try reader.nextField() {
            switch field {
            case 1: attempts = try reader.int("attempts")
            case 2: failure = try reader.string("failure")
            case 3: request = try reader.message("request")
            default: try reader.skip()
            }
        }
    }
}
