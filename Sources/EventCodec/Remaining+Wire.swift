public import NavigationEvents

extension Remaining: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "distanceMeters", distanceMeters)
        sink.double(2, "durationSeconds", durationSeconds)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var distanceMeters: Double = 0
        var durationSeconds: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: distanceMeters = try reader.double("distanceMeters")
            case 2: durationSeconds = try reader.double("durationSeconds")
            default: try reader.skip()
            }
        }
        self.init(
            distanceMeters: distanceMeters, durationSeconds: durationSeconds)
    }
}
