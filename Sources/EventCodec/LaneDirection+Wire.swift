public import NavigationEvents

extension LaneDirection: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "shape", shape)
        sink.bool(2, "isRecommended", isRecommended)
    }

    static var blank: LaneDirection {
        LaneDirection(shape: .unrecognized)
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: shape = try reader.enumeration("shape")
        case 2: isRecommended = try reader.bool("isRecommended")
        default: try reader.skip()
        }
    }
}
