public import NavigationEvents

extension Remaining: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "distanceMeters", distanceMeters)
        sink.double(2, "durationSeconds", durationSeconds)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Remaining(distanceMeters: 0, durationSeconds: 0)
        if let numbers = reader.bothDoubles() {
            (distanceMeters, durationSeconds) = numbers
            return
        }
        while let field = try reader.nextField() {
            switch field {
            case 1: distanceMeters = try reader.double("distanceMeters")
            case 2: durationSeconds = try reader.double("durationSeconds")
            default: try reader.skip()
            }
        }
    }
}
