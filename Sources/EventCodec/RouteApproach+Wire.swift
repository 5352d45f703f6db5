public import NavigationEvents

extension RouteApproach: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "distanceMeters", distanceMeters)
        sink.double(2, "bearingDegrees", bearingDegrees)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = RouteApproach(distanceMeters: 0, bearingDegrees: 0)
        if let numbers = reader.bothDoubles() {
            (distanceMeters, bearingDegrees) = numbers
            return
        }
        while let field = try reader.nextField() {
            switch field {
            case 1: distanceMeters = try reader.double("distanceMeters")
            case 2: bearingDegrees = try reader.double("bearingDegrees")
            default: try reader.skip()
            }
        }
    }
}
