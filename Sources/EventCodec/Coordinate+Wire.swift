public import NavigationEvents

extension Coordinate: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "latitudeDegrees", latitudeDegrees)
        sink.double(2, "longitudeDegrees", longitudeDegrees)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var latitudeDegrees: Double = 0
        var longitudeDegrees: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: latitudeDegrees = try reader.double("latitudeDegrees")
            case 2: longitudeDegrees = try reader.double("longitudeDegrees")
            default: try reader.skip()
            }
        }
        self.init(
            latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees)
    }
}
