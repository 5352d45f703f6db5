public import NavigationEvents

extension Roundabout: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "exitCount", ifPresent: exitCount)
        sink.double(2, "exitAngleDegrees", ifPresent: exitAngleDegrees)
        sink.doubles(3, "otherArmAnglesDegrees", otherArmAnglesDegrees)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var exitCount: Int?
        var exitAngleDegrees: Double?
        var otherArmAnglesDegrees: [Double] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: exitCount = try reader.int("exitCount")
            case 2: exitAngleDegrees = try reader.double("exitAngleDegrees")
            case 3: try reader.doubles("otherArmAnglesDegrees", appendingTo: &otherArmAnglesDegrees)
            default: try reader.skip()
            }
        }
        self.init(
            exitCount: exitCount, exitAngleDegrees: exitAngleDegrees, otherArmAnglesDegrees: otherArmAnglesDegrees)
    }
}
