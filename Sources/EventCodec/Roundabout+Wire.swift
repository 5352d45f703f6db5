public import NavigationEvents

extension Roundabout: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "exitCount", ifPresent: exitCount)
        sink.double(2, "exitAngleDegrees", ifPresent: exitAngleDegrees)
        sink.doubles(3, "otherArmAnglesDegrees", otherArmAnglesDegrees)
        sink.string(4, "name", name)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Roundabout()
        while let field = try reader.nextField() {
            switch field {
            case 1: exitCount = try reader.int("exitCount")
            case 2: exitAngleDegrees = try reader.double("exitAngleDegrees")
            case 3: try reader.doubles("otherArmAnglesDegrees", appendingTo: &otherArmAnglesDegrees)
            case 4: name = try reader.string("name")
            default: try reader.skip()
            }
        }
    }
}
