public import NavigationEvents

extension LookaheadPoint: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.double(2, "bearingDegrees", bearingDegrees)
        sink.double(3, "distanceMeters", distanceMeters)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var position: Coordinate?
        var bearingDegrees: Double = 0
        var distanceMeters: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: position = try reader.message("position")
            case 2: bearingDegrees = try reader.double("bearingDegrees")
            case 3: distanceMeters = try reader.double("distanceMeters")
            default: try reader.skip()
            }
        }
        try self.init(
            position: reader.require(position, "position"), bearingDegrees: bearingDegrees,
            distanceMeters: distanceMeters)
    }
}
