public import NavigationEvents

extension Heading: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.sfixed64(1, "timeNanoseconds", time.nanosecondsSinceEpoch)
        sink.double(2, "headingDegrees", degrees)
        sink.double(3, "accuracyDegrees", ifPresent: accuracyDegrees)
        sink.double(4, "declinationDegrees", ifPresent: declinationDegrees)
        sink.string(5, "source", source)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Heading(time: Timestamp(nanosecondsSinceEpoch: 0), degrees: 0, source: "")
        while let field = try reader.nextField() {
            switch field {
            case 1: time = try reader.timestamp("timeNanoseconds")
            case 2: degrees = try reader.double("headingDegrees")
            case 3: accuracyDegrees = try reader.double("accuracyDegrees")
            case 4: declinationDegrees = try reader.double("declinationDegrees")
            case 5: source = try reader.string("source")
            default: try reader.skip()
            }
        }
    }
}
