public import NavigationEvents

extension SpeedLimit: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "metersPerSecond", ifPresent: metersPerSecond)
        sink.bool(2, "isExplicit", isExplicit)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = SpeedLimit(metersPerSecond: nil, isExplicit: false)
        while let field = try reader.nextField() {
            switch field {
            case 1: metersPerSecond = try reader.double("metersPerSecond")
            case 2: isExplicit = try reader.bool("isExplicit")
            default: try reader.skip()
            }
        }
    }
}
