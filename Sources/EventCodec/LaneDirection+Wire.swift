public import NavigationEvents

extension LaneDirection: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "shape", shape)
        sink.bool(2, "isRecommended", isRecommended)
    }

    /// Reads a message up to the end of the reader.
    @inline(__always)
    public init(from reader: inout WireReader) throws(WireError) {
        self = LaneDirection(shape: .unrecognized)
        while let field = try reader.nextField() {
            switch field {
            case 1: shape = try reader.enumeration("shape")
            case 2: isRecommended = try reader.bool("isRecommended")
            default: try reader.skip()
            }
        }
    }
}
