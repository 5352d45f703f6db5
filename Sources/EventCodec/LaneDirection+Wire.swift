public import NavigationEvents

extension LaneDirection: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "shape", shape)
        sink.bool(2, "isRecommended", isRecommended)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var shape: LaneShape = .unrecognized
        var isRecommended: Bool = false
        while let field = try reader.nextField() {
            switch field {
            case 1: shape = try reader.enumeration("shape")
            case 2: isRecommended = try reader.bool("isRecommended")
            default: try reader.skip()
            }
        }
        self.init(
            shape: shape, isRecommended: isRecommended)
    }
}
