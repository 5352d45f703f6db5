public import NavigationEvents

/// Only what a plan contains: the limit of an opened session is fixed, and the key belongs to the plan.
extension JournalSettings: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "folder", ifPresent: folder)
        sink.int64(2, "maxBytes", ifPresent: maxBytes == 0 ? nil : Int64(maxBytes))
        sink.double(3, "keptSeconds", seconds)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(folder: nil, maxBytes: 0, seconds: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: folder = try reader.string("folder")
            case 2: maxBytes = try Int(reader.int64("maxBytes"))
            case 3: seconds = try reader.double("keptSeconds")
            default: try reader.skip()
            }
        }
    }
}
