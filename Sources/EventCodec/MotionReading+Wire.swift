public import NavigationEvents

extension MotionReading: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "speedMetersPerSecond", ifPresent: speedMetersPerSecond)
        sink.double(2, "yawRateDegreesPerSecond", ifPresent: yawRateDegreesPerSecond)
        sink.enumeration(3, "gear", gear)
        sink.string(4, "source", source)
        sink.sfixed64(5, "timeNanoseconds", ifPresent: time?.nanosecondsSinceEpoch)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = MotionReading(source: "")
        while let field = try reader.nextField() {
            switch field {
            case 1: speedMetersPerSecond = try reader.double("speedMetersPerSecond")
            case 2: yawRateDegreesPerSecond = try reader.double("yawRateDegreesPerSecond")
            case 3: gear = try reader.enumeration("gear")
            case 4: source = try reader.string("source")
            case 5: time = try reader.timestamp("timeNanoseconds")
            default: try reader.skip()
            }
        }
    }
}
