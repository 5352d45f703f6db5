public import NavigationEvents

extension RequestError: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "code", code)
        sink.string(2, "text", text)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var code: RequestError.Code = .unrecognized
        var text: String = ""
        while let field = try reader.nextField() {
            switch field {
            case 1: code = try reader.enumeration("code")
            case 2: text = try reader.string("text")
            default: try reader.skip()
            }
        }
        self.init(
            code: code, text: text)
    }
}
