public import NavigationEvents

extension Leg: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.messages(1, "steps", steps)
        sink.double(2, "distanceMeters", distanceMeters)
        sink.double(3, "durationSeconds", durationSeconds)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var steps: [Step] = []
        var distanceMeters: Double = 0
        var durationSeconds: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.messages("steps", appendingTo: &steps)
            case 2: distanceMeters = try reader.double("distanceMeters")
            case 3: durationSeconds = try reader.double("durationSeconds")
            default: try reader.skip()
            }
        }
        self.init(
            steps: steps, distanceMeters: distanceMeters, durationSeconds: durationSeconds)
    }
}
