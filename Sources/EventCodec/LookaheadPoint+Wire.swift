public import NavigationEvents

extension LookaheadPoint: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.double(2, "bearingDegrees", bearingDegrees)
        sink.double(3, "distanceMeters", distanceMeters)
    }

    static var blank: LookaheadPoint {
        LookaheadPoint(position: .blank, bearingDegrees: 0, distanceMeters: 0)
    }

    static func missing(from fields: FieldSet) -> StaticString? {
        if fields.lacks(1) { return "position" }
        return nil
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: try reader.message("position", into: &position)
        case 2: bearingDegrees = try reader.double("bearingDegrees")
        case 3: distanceMeters = try reader.double("distanceMeters")
        default: try reader.skip()
        }
    }
}
