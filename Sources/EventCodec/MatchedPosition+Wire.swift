public import NavigationEvents

extension MatchedPosition: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.double(2, "bearingDegrees", bearingDegrees)
        sink.double(3, "distanceAlongRouteMeters", distanceAlongRouteMeters)
        sink.double(4, "distanceFromRouteMeters", distanceFromRouteMeters)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var position: Coordinate?
        var bearingDegrees: Double = 0
        var distanceAlongRouteMeters: Double = 0
        var distanceFromRouteMeters: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: position = try reader.message("position")
            case 2: bearingDegrees = try reader.double("bearingDegrees")
            case 3: distanceAlongRouteMeters = try reader.double("distanceAlongRouteMeters")
            case 4: distanceFromRouteMeters = try reader.double("distanceFromRouteMeters")
            default: try reader.skip()
            }
        }
        try self.init(
            position: reader.require(position, "position"), bearingDegrees: bearingDegrees,
            distanceAlongRouteMeters: distanceAlongRouteMeters, distanceFromRouteMeters: distanceFromRouteMeters)
    }
}
