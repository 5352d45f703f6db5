public import NavigationEvents

extension Landmark: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "kind", kind)
        sink.string(2, "name", name)
        sink.enumeration(3, "relation", relation)
        sink.enumeration(4, "side", side)
        sink.double(5, "distanceToManeuverMeters", distanceToManeuverMeters)
        sink.doubles(6, "earlierMeters", earlierMeters)
        sink.double(7, "certainMeters", certainMeters)
        sink.int32(8, "stairCount", ifPresent: stairCount)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(kind: .unknown, relation: .unknown, certainMeters: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: kind = try reader.enumeration("kind")
            case 2: name = try reader.string("name")
            case 3: relation = try reader.enumeration("relation")
            case 4: side = try reader.enumeration("side")
            case 5: distanceToManeuverMeters = try reader.double("distanceToManeuverMeters")
            case 6: try reader.doubles("earlierMeters", appendingTo: &earlierMeters)
            case 7: certainMeters = try reader.double("certainMeters")
            case 8: stairCount = try reader.int("stairCount")
            default: try reader.skip()
            }
        }
    }
}
