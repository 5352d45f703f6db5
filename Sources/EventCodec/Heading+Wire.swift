public import NavigationEvents

extension Heading: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.sfixed64(1, "timeNanoseconds", time.nanosecondsSinceEpoch)
        sink.double(2, "headingDegrees", degrees)
        sink.double(3, "accuracyDegrees", ifPresent: accuracyDegrees)
        sink.double(4, "declinationDegrees", ifPresent: declinationDegrees)
        sink.string(5, "source", source)
    }

    static let blank = Heading(time: Timestamp(nanosecondsSinceEpoch: 0), degrees: 0, source: "")

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
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
