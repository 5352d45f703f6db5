public import NavigationEvents

extension MatchedPosition: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.double(2, "bearingDegrees", bearingDegrees)
        sink.double(3, "distanceAlongRouteMeters", distanceAlongRouteMeters)
        sink.double(4, "distanceFromRouteMeters", distanceFromRouteMeters)
    }

    static var blank: MatchedPosition {
        MatchedPosition(
            position: .blank, bearingDegrees: 0, distanceAlongRouteMeters: 0, distanceFromRouteMeters: 0)
    }

    static func missing(from fields: FieldSet) -> StaticString? {
        if fields.lacks(1) { return "position" }
        return nil
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: try reader.message("position", into: &position)
        case 2: bearingDegrees = try reader.double("bearingDegrees")
        case 3: distanceAlongRouteMeters = try reader.double("distanceAlongRouteMeters")
        case 4: distanceFromRouteMeters = try reader.double("distanceFromRouteMeters")
        default: try reader.skip()
        }
    }
}
