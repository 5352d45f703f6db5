public import NavigationEvents

extension Remaining: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "distanceMeters", distanceMeters)
        sink.double(2, "durationSeconds", durationSeconds)
    }

    static var blank: Remaining {
        Remaining(distanceMeters: 0, durationSeconds: 0)
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: distanceMeters = try reader.double("distanceMeters")
        case 2: durationSeconds = try reader.double("durationSeconds")
        default: try reader.skip()
        }
    }
}
