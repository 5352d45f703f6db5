public import NavigationEvents

extension LookaheadPoint: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.double(2, "bearingDegrees", bearingDegrees)
        sink.double(3, "distanceMeters", distanceMeters)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = LookaheadPoint(position: .blank, bearingDegrees: 0, distanceMeters: 0)
        var position: Coordinate?
        while let field = try reader.nextField() {
            switch field {
            case 1: position = try reader.message("position")
            case 2: bearingDegrees = try reader.double("bearingDegrees")
            case 3: distanceMeters = try reader.double("distanceMeters")
            default: try reader.skip()
            }
        }
        self.position = try reader.require(position, "position")
    }
}
