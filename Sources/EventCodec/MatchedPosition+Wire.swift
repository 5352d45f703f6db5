public import NavigationEvents

extension MatchedPosition: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.double(2, "bearingDegrees", bearingDegrees)
        sink.double(3, "distanceAlongRouteMeters", distanceAlongRouteMeters)
        sink.double(4, "distanceFromRouteMeters", distanceFromRouteMeters)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = MatchedPosition(
            position: .blank, bearingDegrees: 0, distanceAlongRouteMeters: 0, distanceFromRouteMeters: 0)
        var position: Coordinate?
        while let field = try reader.nextField() {
            switch field {
            case 1: position = try reader.message("position")
            case 2: bearingDegrees = try reader.double("bearingDegrees")
            case 3: distanceAlongRouteMeters = try reader.double("distanceAlongRouteMeters")
            case 4: distanceFromRouteMeters = try reader.double("distanceFromRouteMeters")
            default: try reader.skip()
            }
        }
        self.position = try reader.require(position, "position")
    }
}
