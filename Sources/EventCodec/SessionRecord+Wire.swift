public import NavigationEvents

extension SessionRecord: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "snapshot", snapshot)
        sink.bytes(2, "drive", drive)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var snapshot: Snapshot?
        var drive: [UInt8] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: snapshot = try reader.message("snapshot")
            case 2: drive = try reader.bytes("drive")
            default: try reader.skip()
            }
        }
        try self.init(snapshot: reader.require(snapshot, "snapshot"), drive: drive)
    }
}
