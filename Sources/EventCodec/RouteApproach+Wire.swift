public import NavigationEvents

extension RouteApproach: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "distanceMeters", distanceMeters)
        sink.double(2, "bearingDegrees", bearingDegrees)
    }

    static var blank: RouteApproach { RouteApproach(distanceMeters: 0, bearingDegrees: 0) }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: distanceMeters = try reader.double("distanceMeters")
        case 2: bearingDegrees = try reader.double("bearingDegrees")
        default: try reader.skip()
        }
    }
}
