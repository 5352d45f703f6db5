public import NavigationEvents

extension RequestPart: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.uint64(1, "totalBytes", totalBytes)
        sink.uint64(2, "offset", offset)
        sink.bytes(3, "data", data)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var totalBytes: UInt64 = 0
        var offset: UInt64 = 0
        var data: [UInt8] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: totalBytes = try reader.uint64("totalBytes")
            case 2: offset = try reader.uint64("offset")
            case 3: data = try reader.bytes("data")
            default: try reader.skip()
            }
        }
        self.init(totalBytes: totalBytes, offset: offset, data: data)
    }
}
