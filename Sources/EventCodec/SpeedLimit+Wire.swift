public import NavigationEvents

extension SpeedLimit: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "metersPerSecond", ifPresent: metersPerSecond)
        sink.bool(2, "isExplicit", isExplicit)
    }

    static var blank: SpeedLimit {
        SpeedLimit(metersPerSecond: nil, isExplicit: false)
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: metersPerSecond = try reader.double("metersPerSecond")
        case 2: isExplicit = try reader.bool("isExplicit")
        default: try reader.skip()
        }
    }
}
