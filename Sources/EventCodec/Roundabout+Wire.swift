public import NavigationEvents

extension Roundabout: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "exitCount", ifPresent: exitCount)
        sink.double(2, "exitAngleDegrees", ifPresent: exitAngleDegrees)
        sink.doubles(3, "otherArmAnglesDegrees", otherArmAnglesDegrees)
        sink.string(4, "name", name)
    }

    static var blank: Roundabout {
        Roundabout()
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: exitCount = try reader.int("exitCount")
        case 2: exitAngleDegrees = try reader.double("exitAngleDegrees")
        case 3: try reader.doubles("otherArmAnglesDegrees", appendingTo: &otherArmAnglesDegrees)
        case 4: name = try reader.string("name")
        default: try reader.skip()
        }
    }
}
