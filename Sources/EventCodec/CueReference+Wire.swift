public import NavigationEvents

extension CueReference: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "identity", identity)
        sink.enumeration(2, "stage", stage)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var identity: UInt64 = 0
        var stage: CueStage = .unrecognized
        while let field = try reader.nextField() {
            switch field {
            case 1: identity = try reader.fixed64("identity")
            case 2: stage = try reader.enumeration("stage")
            default: try reader.skip()
            }
        }
        self.init(
            identity: identity, stage: stage)
    }
}
