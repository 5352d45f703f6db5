public import NavigationEvents

extension HeadingReading: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "headingDegrees", degrees)
        sink.bool(2, "isMagnetic", reference == .magneticNorth)
        sink.double(3, "accuracyDegrees", ifPresent: accuracyDegrees)
        sink.string(4, "source", source)
        sink.sfixed64(5, "timeNanoseconds", ifPresent: time?.nanosecondsSinceEpoch)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = HeadingReading(degrees: 0, reference: .trueNorth, source: "")
        while let field = try reader.nextField() {
            switch field {
            case 1: degrees = try reader.double("headingDegrees")
            case 2: reference = try reader.bool("isMagnetic") ? .magneticNorth : .trueNorth
            case 3: accuracyDegrees = try reader.double("accuracyDegrees")
            case 4: source = try reader.string("source")
            case 5: time = try reader.timestamp("timeNanoseconds")
            default: try reader.skip()
            }
        }
    }
}
